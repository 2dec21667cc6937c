-- compatible
-- functions 76a7b2ed06b26af4
-- What rows are called in other systems, and classes of other systems that have no times yet.
create table waiting_class (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 200),
  class_code text check (length(class_code) <= 200),
  subject_id bigint not null references subject (id),
  semester_id bigint not null references semester (id),
  teacher_id bigint references teacher (id),
  location text check (length(location) <= 200),
  class_type text not null check (class_type in ('Lecture', 'Tutorial', 'Lecture + Tutorial')),
  archived_at timestamptz
);
comment on table waiting_class is 'A class of another system: its class schedules are those of external_id, none before it gets times.';
comment on column waiting_class.teacher_id is 'Null where the other system names none that was imported.';
create index on waiting_class (subject_id);
create index on waiting_class (semester_id);
create index on waiting_class (teacher_id);

create table waiting_member (
  id bigint generated always as identity primary key,
  waiting_class_id bigint not null references waiting_class (id),
  student_id bigint not null references student (id),
  sourced_id text not null check (length(sourced_id) between 1 and 255),
  member_from date,
  member_to date,
  unique (waiting_class_id, sourced_id)
);
comment on table waiting_member is 'Who attends a waiting class; enrolments follow from it once the class has times.';
comment on column waiting_member.sourced_id is 'Of the enrollment in the other system.';
comment on column waiting_member.member_from is 'Null: from the beginning of the semester.';
comment on column waiting_member.member_to is 'The last day, inclusive; null while open.';
create index on waiting_member (student_id);

create table external_id (
  id bigint generated always as identity primary key,
  source text not null check (length(source) between 1 and 60),
  kind text not null
    check (kind in ('org', 'student', 'teacher', 'semester', 'subject', 'class', 'class-time')),
  sourced_id text not null check (length(sourced_id) between 1 and 255),
  student_id bigint references student (id) on delete cascade,
  teacher_id bigint references teacher (id) on delete cascade,
  semester_id bigint references semester (id) on delete cascade,
  subject_id bigint references subject (id) on delete cascade,
  waiting_class_id bigint references waiting_class (id) on delete cascade,
  class_schedule_id bigint references class_schedule (id) on delete cascade,
  unique (source, kind, sourced_id),
  check (
    case kind
      when 'org' then num_nonnulls(student_id, teacher_id, semester_id, subject_id, waiting_class_id, class_schedule_id) = 0
      when 'class-time' then num_nonnulls(waiting_class_id, class_schedule_id) = 2
      else num_nonnulls(student_id, teacher_id, semester_id, subject_id, waiting_class_id, class_schedule_id) = 1
    end
  ),
  check (
    case kind
      when 'student' then student_id is not null
      when 'teacher' then teacher_id is not null
      when 'semester' then semester_id is not null
      when 'subject' then subject_id is not null
      when 'class' then waiting_class_id is not null
      else true
    end
  )
);
comment on table external_id is 'What a row is called in another system, so that an import finds it again.';
comment on column external_id.source is 'Which system: the name that the import was given.';
comment on column external_id.kind is 'class-time: a class schedule of a waiting class; org has no row of ours.';
create index on external_id (student_id) where student_id is not null;
create index on external_id (teacher_id) where teacher_id is not null;
create index on external_id (semester_id) where semester_id is not null;
create index on external_id (subject_id) where subject_id is not null;
create index on external_id (waiting_class_id) where waiting_class_id is not null;
create index on external_id (class_schedule_id) where class_schedule_id is not null;

-- Other systems need not know phones; a file without the column leaves them as they are.
alter table student alter column phone_number set default '';
alter table teacher alter column phone set default '';

-- Nor birth dates: only the form and the students' own file require one.
alter table student drop constraint student_has_a_birthday;
