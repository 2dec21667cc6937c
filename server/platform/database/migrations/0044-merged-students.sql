-- compatible
-- functions 663f81c84ac1583e
-- Two rows of one person: the one that went names the one that stayed.
-- The table of students is small: both constraints are checked in milliseconds.
-- squawk-ignore adding-foreign-key-constraint
alter table student add column merged_into bigint references student (id);
-- squawk-ignore constraint-missing-not-valid
alter table student add constraint student_merged_is_archived
  check (merged_into is null or (archived_at is not null and merged_into <> id));
create index student_merged on student (merged_into) where merged_into is not null;
comment on column student.merged_into is 'The student with whom this one was merged, and who has its marks.';

-- What had happened to a mark before it came to this student (the original stays), and which of two marks counts.
alter table attendance_history add column merged_from bigint;
comment on column attendance_history.merged_from is 'The student with whose merge into this one the row came.';
-- The original has its line in the audit log.
create or replace trigger mark_is_audited after insert on attendance_history
  for each row when (new.from_status is not null and new.merged_from is null) execute function audit_mark();

-- What was merged, by whom, and what was decided.
create table student_merge (
  id bigint generated always as identity primary key,
  into_id bigint not null references student (id),
  from_id bigint not null references student (id),
  done_by bigint not null references app_user (id),
  done_at timestamptz not null,
  moved jsonb not null,
  decided jsonb not null,
  before jsonb not null,
  check (into_id <> from_id)
);
comment on column student_merge.moved is 'The number of rows of each kind that came to the student who stays.';
comment on column student_merge.decided is 'Fields that were exchanged, and whose mark counts where both had one; without values.';
comment on column student_merge.before is 'Enrolments and cohorts of both, and marks that count no more. An erasure removes the marks.';
create index student_merge_into on student_merge (into_id);
create index student_merge_from on student_merge (from_id);
create index student_merge_by on student_merge (done_by);

-- How many findings each check had in a night.
create table check_count (
  day date not null,
  kind text not null,
  count integer not null check (count >= 0),
  counted_at timestamptz not null,
  primary key (day, kind)
);
