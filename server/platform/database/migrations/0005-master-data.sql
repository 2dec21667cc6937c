-- Cohorts and the red list, the orders of long lists, and what the server keeps to itself.

-- Names and codes as people expect them: whatever the case, accents beside their letters, 2 before 10.
do $$
begin
  create collation natural_order (provider = icu, locale = 'und-u-kn-true');
exception when others then
  raise notice 'no ICU: lists are ordered by code points: %', sqlerrm;
  create collation natural_order from "C";
end $$;

create table cohort (
  id bigint generated always as identity primary key,
  name text not null,
  year integer not null,
  archived_at timestamptz,
  unique (name, year)
);

create table cohort_schedule (
  cohort_id bigint not null references cohort on delete cascade,
  class_schedule_id bigint not null references class_schedule,
  place integer not null,
  primary key (cohort_id, class_schedule_id)
);
create index on cohort_schedule (class_schedule_id);

create table cohort_assignment (
  id bigint generated always as identity primary key,
  student_id bigint not null references student,
  cohort_id bigint not null references cohort,
  assigned_from date not null,
  -- The last day, inclusive; null while open.
  assigned_to date,
  created_at timestamptz not null default now(),
  check (assigned_to is null or assigned_from <= assigned_to)
);
create unique index cohort_assignment_open on cohort_assignment (student_id, cohort_id) where assigned_to is null;
create index cohort_assignment_of_cohort on cohort_assignment (cohort_id, assigned_to);

create table red_list (
  id bigint generated always as identity primary key,
  student_id bigint not null references student,
  subject_id bigint not null references subject,
  attendance_percentage numeric(5, 2) not null check (attendance_percentage > 0 and attendance_percentage <= 100),
  archived_at timestamptz,
  unique (student_id, subject_id)
);
create index on red_list (subject_id);

-- One secret for all processes on this database.
create table server_secret (name text primary key, value text not null);

create index student_in_order on student (student_id) where archived_at is null;
create index student_by_first_name on student (first_name collate natural_order, last_name collate natural_order, id) where archived_at is null;
create index student_by_last_name on student (last_name collate natural_order, first_name collate natural_order, id) where archived_at is null;
create index student_by_batch on student (batch, student_id) where archived_at is null;
create index student_by_card on student (coalesce(card_print_status, 'not_printed'), student_id) where archived_at is null;
create index student_archived on student (student_id) where archived_at is not null;
create index leave_in_order on leave (leave_from, id);
