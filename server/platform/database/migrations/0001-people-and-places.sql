-- Who and where: users, teachers, students, what is taught, when and in which room.

create table app_user (
  id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  name text not null,
  roles text[] not null default '{}',
  created_at timestamptz not null default now()
);

create table teacher (
  id bigint generated always as identity primary key,
  first_name text not null,
  last_name text not null,
  email text not null unique check (email = lower(email)),
  phone text not null check (length(phone) <= 15),
  archived_at timestamptz
);

create table course (
  id bigint generated always as identity primary key,
  name text not null unique,
  archived_at timestamptz
);

create table specialization (
  id bigint generated always as identity primary key,
  specialization text not null,
  specialization_code text not null unique,
  archived_at timestamptz
);

create table subject (
  id bigint generated always as identity primary key,
  subject_name text not null,
  subject_code text not null unique,
  year smallint not null check (year between 1 and 3),
  course_id bigint not null references course,
  specialization_id bigint not null references specialization,
  subject_teacher_id bigint not null references teacher,
  archived_at timestamptz
);
create index on subject (course_id);
create index on subject (specialization_id);
create index on subject (subject_teacher_id);

create table semester (
  id bigint generated always as identity primary key,
  year integer not null,
  semester smallint not null check (semester between 1 and 6),
  batch text not null,
  semester_start_date date not null,
  semester_end_date date not null,
  class_start_date date not null,
  class_end_date date not null,
  archived_at timestamptz,
  unique (year, semester, batch),
  check (semester_start_date <= class_start_date and class_start_date <= class_end_date and class_end_date <= semester_end_date)
);

create table classroom (
  id bigint generated always as identity primary key,
  room_number text not null unique,
  -- 0: a place outside, without seats of its own.
  capacity integer not null check (capacity >= 0),
  archived_at timestamptz
);

create table holiday (
  id bigint generated always as identity primary key,
  name text not null,
  date_from date not null,
  date_to date not null,
  archived_at timestamptz,
  check (date_from <= date_to)
);
create index on holiday (date_to, date_from);

create table student (
  id bigint generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  student_id text not null unique check (length(student_id) between 1 and 10),
  first_name text not null,
  last_name text not null,
  gender text check (gender in ('male', 'female', 'other')),
  phone_number text not null,
  date_of_birth date not null,
  batch text,
  student_mail text,
  rfid_number text unique check (length(rfid_number) between 1 and 15),
  profile_image text,
  card_print_status text check (card_print_status in ('not_printed', 'awaiting_collection', 'collected')),
  archived_at timestamptz,
  search text generated always as (
    lower(student_id || ' ' || first_name || ' ' || last_name || ' ' || coalesce(rfid_number, '') || ' ' || coalesce(student_mail, ''))
  ) stored
);

-- A tap is read as a card number first: a card that equals another's student id would mark the wrong person.
create function refuse_ambiguous_card() returns trigger language plpgsql as $$
begin
  if exists (
    select from student other
    where other.id <> new.id and (other.student_id = new.rfid_number or other.rfid_number = new.student_id)
  ) then
    raise unique_violation using constraint = 'student_card_is_a_student_id',
      message = 'a card number equals the student id of another student';
  end if;
  return new;
end $$;
create trigger student_card_is_unambiguous after insert or update of student_id, rfid_number on student
  for each row execute function refuse_ambiguous_card();

-- Searching within names is quick with trigrams; where an engine has none the same search reads the table.
do $$
begin
  create extension if not exists pg_trgm;
  create index student_search on student using gin (search gin_trgm_ops);
exception when others then
  raise notice 'no trigram index: %', sqlerrm;
end $$;

create table leave (
  id bigint generated always as identity primary key,
  student_id bigint not null references student,
  leave_from date not null,
  leave_to date not null,
  faculty_email text not null,
  reason_for_leave text not null,
  supporting_document text,
  archived_at timestamptz,
  check (leave_from <= leave_to)
);
create index on leave (student_id, leave_from, leave_to);
