-- compatible
-- functions eeae3fc48534b2ee
-- What a student's marks add up to in a subject of a current semester. A job keeps it; a mark writes nothing here.
create table standing (
  student_id bigint not null references student (id),
  semester_id bigint not null references semester (id),
  subject_id bigint not null references subject (id),
  present integer not null,
  late integer not null,
  absent integer not null,
  excused integer not null,
  scheduled_minutes integer not null,
  excused_minutes integer not null,
  attended_minutes integer not null,
  unfinished integer not null,
  unfinished_minutes integer not null,
  streak integer not null,
  absent_on date[] not null,
  left_meetings integer not null,
  left_minutes integer not null,
  primary key (student_id, semester_id, subject_id)
);
comment on column standing.unfinished is 'Meetings whose roll was begun and not closed, without a mark of the student, and their minutes.';
comment on column standing.streak is 'Absences in a row up to the latest mark; excused ones neither count nor interrupt.';
comment on column standing.absent_on is 'The date of each absence that is not excused, in order.';
comment on column standing.left_meetings is 'Meetings to come, and their minutes.';
create index standing_of_subject on standing (subject_id, semester_id);
create index standing_of_semester on standing (semester_id);

-- Students, students in one class, or all students of classes, whose standing is computed again.
create table standing_due (
  id bigint generated always as identity primary key,
  student_id bigint,
  class_schedule_id bigint,
  check (num_nonnulls(student_id, class_schedule_id) > 0)
);

-- How far the job has come: one row.
create table standing_progress (
  is_single boolean primary key default true check (is_single),
  history_id bigint not null default 0,
  history_xid xid8 not null default '0',
  ended_until timestamptz,
  as_of timestamptz,
  computed_on date,
  computed_after bigint not null default 0,
  differences integer not null default 0,
  evaluated_for text
);
comment on column standing_progress.history_id is 'Rows of the history up to this id are done.';
comment on column standing_progress.history_xid is 'Rows of the history of older transactions are done.';
comment on column standing_progress.ended_until is 'Meetings that ended before are done.';
comment on column standing_progress.computed_on is 'The day on which all are computed again, and the last student that was.';
comment on column standing_progress.differences is 'Rows that the last computation of all found different from what was kept.';
comment on column standing_progress.evaluated_for is 'The day, the rules and the settings of rates with which all were compared.';

-- When a student is listed: for a subject, a course, or the whole institute.
create table red_list_rule (
  id bigint generated always as identity primary key,
  subject_id bigint references subject (id),
  course_id bigint references course (id),
  overall boolean not null default false,
  below numeric(5, 2) check (below > 0 and below <= 100),
  least_meetings smallint not null default 5 check (least_meetings between 1 and 200),
  consecutive smallint check (consecutive between 2 and 100),
  absences smallint check (absences between 1 and 100),
  weeks smallint check (weeks between 1 and 52),
  created_by bigint not null references app_user (id),
  created_at timestamptz not null,
  check (num_nonnulls(subject_id, course_id) <= 1),
  check (not overall or num_nonnulls(subject_id, course_id) = 0),
  check ((absences is null) = (weeks is null)),
  check (num_nonnulls(below, consecutive, absences) > 0)
);
comment on column red_list_rule.overall is 'Over all subjects together.';
create index red_list_rule_of_course on red_list_rule (course_id);
create index red_list_rule_by on red_list_rule (created_by);
create unique index red_list_rule_of on red_list_rule (subject_id, course_id, overall) nulls not distinct;

-- Students for whom a rule holds, in a subject or (null) over all.
create table red_list_computed (
  id bigint generated always as identity primary key,
  student_id bigint not null references student (id),
  semester_id bigint not null references semester (id),
  subject_id bigint references subject (id),
  rule_id bigint references red_list_rule (id) on delete set null,
  state text not null check (state in ('open', 'accepted', 'dismissed', 'cleared')),
  why text[] not null,
  rate numeric,
  absent integer not null,
  since timestamptz not null,
  not_held_since date,
  decided_by bigint references app_user (id),
  decided_at timestamptz,
  decision text check (length(decision) <= 500),
  decided_rate numeric,
  decided_absent integer
);
comment on column red_list_computed.why is 'The parts of the rule that hold: rate, consecutive, recent.';
comment on column red_list_computed.not_held_since is 'The day on which the rule no longer held; cleared three days later.';
comment on column red_list_computed.decided_rate is 'The rate and the absences when it was dismissed: it opens again after a further absence below that rate.';
create unique index red_list_computed_of on red_list_computed (student_id, semester_id, subject_id) nulls not distinct;
create index red_list_computed_by_rate on red_list_computed (state, rate);
create index red_list_computed_not_held on red_list_computed (not_held_since) where state <> 'cleared';
create index red_list_computed_of_subject on red_list_computed (subject_id);
create index red_list_computed_of_semester on red_list_computed (semester_id);
create index red_list_computed_by on red_list_computed (decided_by);
create index red_list_computed_of_rule on red_list_computed (rule_id);

-- The job reads the history from an id on every few seconds.
alter index attendance_history_in_order set (autosummarize = on);
