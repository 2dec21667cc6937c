-- compatible
-- What somebody does for a student on the red list, in a subject or (null) over all.
create table follow_up (
  id bigint generated always as identity primary key,
  student_id bigint not null references student (id),
  semester_id bigint not null references semester (id),
  subject_id bigint references subject (id),
  owner_id bigint not null references app_user (id),
  due_on date not null,
  begun_by bigint not null references app_user (id),
  begun_at timestamptz not null,
  begun_rate numeric,
  begun_absent integer,
  closed_by bigint references app_user (id),
  closed_at timestamptz,
  closed_rate numeric,
  closed_absent integer,
  outcome text check (outcome in ('helped', 'not_helped', 'withdrew', 'not_needed')),
  outcome_note text check (length(outcome_note) <= 1000),
  changed_by bigint not null references app_user (id),
  changed_at timestamptz not null,
  version integer not null default 1,
  check (num_nonnulls(closed_by, closed_at, outcome) in (0, 3))
);
comment on column follow_up.begun_rate is 'The rate as a fraction, and the absences that were not excused, when it was begun.';
comment on column follow_up.closed_rate is 'The same when it was closed.';
comment on column follow_up.version is 'Grows with each change of owner, due date and state.';
create unique index follow_up_open on follow_up (student_id, semester_id, subject_id) nulls not distinct
  where closed_at is null;
create index follow_up_of_student on follow_up (student_id);
create index follow_up_of_semester on follow_up (semester_id);
create index follow_up_of_subject on follow_up (subject_id);
create index follow_up_of_owner on follow_up (owner_id, due_on);
create index follow_up_by_due on follow_up (due_on) where closed_at is null;
create index follow_up_begun_by on follow_up (begun_by);
create index follow_up_closed_by on follow_up (closed_by);
create index follow_up_changed_by on follow_up (changed_by);
create trigger follow_up_of_erased before insert on follow_up
  for each row execute function refuse_row_of_erased();

-- What was done: never changed without a trace.
create table follow_up_step (
  id bigint generated always as identity primary key,
  follow_up_id bigint not null references follow_up (id) on delete cascade,
  kind text not null check (kind in ('spoke', 'wrote', 'meeting', 'letter', 'other', 'closed')),
  done_on date not null,
  note text check (length(note) <= 1000),
  outcome text check (outcome in ('helped', 'not_helped', 'withdrew', 'not_needed')),
  written_by bigint not null references app_user (id),
  written_at timestamptz not null,
  corrected_at timestamptz,
  removed_at timestamptz,
  version integer not null default 1,
  check ((kind = 'closed') = (outcome is not null)),
  check (removed_at is null or note is null)
);
comment on column follow_up_step.kind is 'closed: what a follow-up that was reopened had been closed with.';
create index follow_up_step_of on follow_up_step (follow_up_id, done_on, id);
create index follow_up_step_by on follow_up_step (written_by);

-- An accepted entry whose rule no longer holds is recovered while its follow-up is open.
alter table red_list_computed drop constraint red_list_computed_state_check;
-- The job that follows marks waits for the check: some entries for each student.
-- squawk-ignore constraint-missing-not-valid
alter table red_list_computed add constraint red_list_computed_state_check
  check (state in ('open', 'accepted', 'recovered', 'dismissed', 'cleared'));
