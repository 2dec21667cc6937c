-- compatible
-- A roll is closed and reopened; a mark says more than present or absent.

alter table class_meeting
  add column closed_at timestamptz,
  -- Since then it may be edited again, for the institute's number of days.
  add column reopened_at timestamptz,
  -- When it was cancelled, moved or restored: marks that were made before are still taken.
  add column status_changed_at timestamptz;

-- What was done to the roll of a class on a date.
create table roll_event (
  id bigint generated always as identity primary key,
  class_schedule_id bigint not null references class_schedule on delete cascade,
  date date not null,
  kind text not null check (kind in ('closed', 'reopened', 'undone')),
  -- Null: it closed by itself.
  done_by bigint references app_user,
  done_at timestamptz not null,
  reason text check (length(reason) <= 500),
  -- How many students it marked absent, or whose absence it took back.
  students integer not null
);
create index on roll_event (class_schedule_id, date);
create index on roll_event (done_by);

-- What a mark says beyond its status; most marks have none.
create table mark_detail (
  class_schedule_id bigint not null,
  date date not null,
  student_id bigint not null,
  late_minutes smallint check (late_minutes between 1 and 1440),
  left_early_minutes smallint check (left_early_minutes between 1 and 1440),
  excuse text check (excuse in ('sick', 'leave', 'school', 'other')),
  excuse_note text check (length(excuse_note) <= 500),
  -- Of an absence because the student came too late.
  arrived_at timestamptz,
  -- Like those of marks, without a key: users are never deleted.
  changed_by bigint,
  primary key (class_schedule_id, date, student_id),
  foreign key (student_id, date, class_schedule_id)
    references attendance (student_id, date, class_schedule_id) on delete cascade,
  check (excuse_note is null or excuse is not null)
);
create index on mark_detail (student_id, date, class_schedule_id);

alter table attendance_history
  -- Of a mark that waited: when it was made. changed_at is when it was received.
  add column made_at timestamptz,
  add column late_minutes smallint,
  add column left_early_minutes smallint,
  add column excuse text;

-- Every row fits the narrower check that goes; the next migration validates this one without stopping marks.
alter table attendance
  drop constraint attendance_how_check,
  add constraint attendance_how_check
    check (how in ('card', 'typed', 'manual', 'bulk', 'import', 'closing')) not valid;
