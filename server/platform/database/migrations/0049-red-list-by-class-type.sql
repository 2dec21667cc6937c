-- compatible
-- functions 92c4cebe1a9a6efb
-- A rule may name a class type: it counts the classes of this type alone.
alter table red_list_rule
  add column class_type text check (class_type in ('Lecture', 'Tutorial', 'Lecture + Tutorial')),
  -- squawk-ignore constraint-missing-not-valid
  add constraint red_list_rule_overall_of_all_types check (not overall or class_type is null);
create unique index red_list_rule_of_type on red_list_rule (subject_id, course_id, overall, class_type)
  nulls not distinct;
-- squawk-ignore require-concurrent-index-deletion
drop index red_list_rule_of;

alter table red_list_computed
  add column class_type text check (class_type in ('Lecture', 'Tutorial', 'Lecture + Tutorial'));
comment on column red_list_computed.class_type is 'The type of classes that the rule counts; null: all of the subject.';
create unique index red_list_computed_of_type on red_list_computed (student_id, semester_id, subject_id, class_type)
  nulls not distinct;
-- squawk-ignore require-concurrent-index-deletion
drop index red_list_computed_of;

-- As `standing`, of the classes of one type: only of types that a rule names.
create table standing_of_type (
  student_id bigint not null references student (id),
  semester_id bigint not null references semester (id),
  subject_id bigint not null references subject (id),
  class_type text not null check (class_type in ('Lecture', 'Tutorial', 'Lecture + Tutorial')),
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
  primary key (student_id, semester_id, subject_id, class_type)
);
create index standing_of_type_of_subject on standing_of_type (subject_id, semester_id);
create index standing_of_type_of_semester on standing_of_type (semester_id);
