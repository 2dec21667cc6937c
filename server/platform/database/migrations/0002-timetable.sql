-- The weekly classes and who is enrolled in them.

create table pay_code (
  id bigint generated always as identity primary key,
  paycode text not null unique,
  amount_cents bigint not null check (amount_cents >= 0),
  paycode_type text not null,
  details text,
  archived_at timestamptz
);

create table class_schedule (
  id bigint generated always as identity primary key,
  ref text unique,
  class_type text not null check (class_type in ('Lecture', 'Tutorial', 'Lecture + Tutorial')),
  day_of_week smallint not null check (day_of_week between 1 and 6),
  start_time time not null,
  end_time time not null,
  subject_id bigint not null references subject,
  semester_id bigint not null references semester,
  teacher_id bigint not null references teacher,
  classroom_id bigint not null references classroom,
  color_coding text not null default '#e59623' check (color_coding ~ '^#[0-9a-f]{6}$'),
  payroll_id bigint references pay_code,
  sort_order integer not null default 0,
  archived_at timestamptz,
  check (start_time < end_time)
);
create index on class_schedule (day_of_week, start_time);
create index on class_schedule (teacher_id, day_of_week);
create index on class_schedule (subject_id);
create index on class_schedule (semester_id);
create index on class_schedule (classroom_id);
create index on class_schedule (payroll_id);

create table enrolment (
  id bigint generated always as identity primary key,
  student_id bigint not null references student,
  class_schedule_id bigint not null references class_schedule,
  enrolled_from date not null,
  enrolled_to date,
  created_at timestamptz not null default now(),
  check (enrolled_to is null or enrolled_from <= enrolled_to)
);
create unique index enrolment_open on enrolment (student_id, class_schedule_id) where enrolled_to is null;
create index enrolment_of_student on enrolment (student_id, class_schedule_id, enrolled_from, enrolled_to);
create index enrolment_of_class on enrolment (class_schedule_id, enrolled_from, enrolled_to) include (student_id);
