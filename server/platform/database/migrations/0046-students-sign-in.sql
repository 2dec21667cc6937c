-- compatible
-- Students sign in, ask for leaves, and check in by QR code.

-- The active student of an address: looked up at each sign-in, of some ten thousand rows.
create index student_by_mail on student (lower(student_mail)) where archived_at is null;

-- People who have signed in are few: the key is checked in milliseconds.
-- Not `student_id`: statements of the previous release join the table, and name that column alone.
-- squawk-ignore adding-foreign-key-constraint
alter table app_user add column own_student_id bigint references student (id);
create index app_user_of_student on app_user (own_student_id) where own_student_id is not null;
comment on column app_user.own_student_id is 'Whose account it is, where its user is nothing but a student.';

create table student_calendar_link (
  student_id bigint primary key references student (id),
  secret_hash bytea not null unique,
  created_at timestamptz not null
);
create trigger student_calendar_link_of_erased before insert or update of student_id on student_calendar_link
  for each row execute function refuse_row_of_erased();

create table leave_request (
  id bigint generated always as identity primary key,
  student_id bigint not null references student (id),
  leave_from date not null,
  leave_to date not null,
  reason_for_leave text not null check (length(reason_for_leave) between 1 and 2000),
  -- Null once the leave has it, or it was deleted.
  supporting_document text,
  state text not null default 'requested' check (state in ('requested', 'approved', 'declined', 'withdrawn')),
  requested_by bigint not null references app_user (id),
  requested_at timestamptz not null,
  decided_by bigint references app_user (id),
  decided_at timestamptz,
  answer text check (length(answer) between 1 and 500),
  leave_id bigint references leave (id) on delete set null,
  check (leave_from <= leave_to),
  check ((state = 'requested') = (decided_at is null)),
  check (leave_id is null or state = 'approved')
);
create index leave_request_of_student on leave_request (student_id, requested_at desc);
create index leave_request_in_order on leave_request ((state <> 'requested'), requested_at desc, id);
create index leave_request_by_document on leave_request (supporting_document) where supporting_document is not null;
create index leave_request_requested_by on leave_request (requested_by);
create index leave_request_decided_by on leave_request (decided_by);
create index leave_request_leave on leave_request (leave_id) where leave_id is not null;
create trigger leave_request_takes_document after insert on leave_request
  for each row when (new.supporting_document is not null)
  execute function own_file('supporting_document', 'leave-application');
create trigger leave_request_changes_document after update of supporting_document on leave_request
  for each row when (old.supporting_document is distinct from new.supporting_document)
  execute function own_file('supporting_document', 'leave-application');
create trigger leave_request_gives_document_up after delete on leave_request
  for each row when (old.supporting_document is not null)
  execute function own_file('supporting_document', 'leave-application');
create trigger leave_request_of_erased before insert or update of student_id on leave_request
  for each row execute function refuse_row_of_erased();

-- How many files a user has uploaded today.
create index stored_file_of_uploader on stored_file (uploaded_by, created_at) where uploaded_by is not null;

-- Check-in by QR code of a roll, from its opening to its closing.
create table qr_session (
  id bigint generated always as identity primary key,
  class_schedule_id bigint not null references class_schedule (id) on delete cascade,
  date date not null,
  opened_by bigint not null references app_user (id),
  opened_at timestamptz not null,
  closed_at timestamptz,
  check (closed_at >= opened_at)
);
create unique index qr_session_open on qr_session (class_schedule_id, date) where closed_at is null;
create index qr_session_of_roll on qr_session (class_schedule_id, date);
create index qr_session_opened_by on qr_session (opened_by);

-- Who came by which code, with which browser.
create table qr_check_in (
  id bigint generated always as identity primary key,
  qr_session_id bigint not null references qr_session (id) on delete cascade,
  student_id bigint not null references student (id),
  step bigint not null,
  date date not null,
  device bytea not null,
  arrived_at timestamptz not null,
  unique (qr_session_id, student_id, step)
);
comment on column qr_check_in.step is 'The number of the code: seconds since 1970, divided by five.';
comment on column qr_check_in.device is 'The hash of a random number in the browser.';
create index qr_check_in_of_device on qr_check_in (device, date);
create index qr_check_in_of_student on qr_check_in (student_id);
create index qr_check_in_by_date on qr_check_in (date);
create trigger qr_check_in_of_erased before insert or update of student_id on qr_check_in
  for each row execute function refuse_row_of_erased();

-- How often a student has typed digits in a step.
create table qr_try (
  student_id bigint not null references student (id),
  step bigint not null,
  tries integer not null,
  primary key (student_id, step)
);
create index qr_try_by_step on qr_try (step);

-- Every row fits the narrower check that goes; the next migration validates this one without stopping marks.
alter table attendance
  drop constraint attendance_how_check,
  add constraint attendance_how_check
    check (how in ('card', 'typed', 'manual', 'bulk', 'import', 'closing', 'qr')) not valid;
