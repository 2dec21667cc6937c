-- functions fd50dc87a1ea660e
-- Further teachers and rooms of a class, in order (decision 55). They are values of a row, as its weeks are, so that a pattern or
-- a meeting is changed, recorded and restored as one; the tables below hold their foreign keys, and a trigger writes these.
alter table class_schedule add column co_teacher_ids bigint[], add column co_payrolls jsonb, add column more_classroom_ids bigint[];
alter table class_schedule_pattern add column co_teacher_ids bigint[], add column co_payrolls jsonb,
  add column more_classroom_ids bigint[];
-- `changed_places`: by the planned teacher's id, what is different on this date: {"teacher": who covers, "payroll": the pay code of
-- the cover, "away": true where the others teach}. The cover of the first teacher stands in covering_teacher_id.
alter table class_meeting add column co_teacher_ids bigint[], add column changed_places jsonb, add column more_classroom_ids bigint[];
alter table former_meeting add column co_teacher_ids bigint[], add column changed_places jsonb, add column more_classroom_ids bigint[];

alter table class_schedule add constraint class_schedule_co_teacher_ids_check
  check (cardinality(co_teacher_ids) > 0 and teacher_id <> all(co_teacher_ids)) not valid;
alter table class_schedule add constraint class_schedule_more_classroom_ids_check
  check (cardinality(more_classroom_ids) > 0 and classroom_id <> all(more_classroom_ids)) not valid;
alter table class_schedule_pattern add constraint class_schedule_pattern_co_teacher_ids_check
  check (cardinality(co_teacher_ids) > 0 and teacher_id <> all(co_teacher_ids)) not valid;
alter table class_schedule_pattern add constraint class_schedule_pattern_more_classroom_ids_check
  check (cardinality(more_classroom_ids) > 0 and classroom_id <> all(more_classroom_ids)) not valid;
alter table class_meeting add constraint class_meeting_co_teacher_ids_check
  check (cardinality(co_teacher_ids) > 0 and teacher_id <> all(co_teacher_ids)
    and coalesce(covering_teacher_id <> all(co_teacher_ids), true)) not valid;
alter table class_meeting add constraint class_meeting_more_classroom_ids_check
  check (cardinality(more_classroom_ids) > 0 and classroom_id <> all(more_classroom_ids)) not valid;

create index class_schedule_co_teacher_ids_idx on class_schedule using gin (co_teacher_ids) where co_teacher_ids is not null;
create index class_schedule_more_classroom_ids_idx on class_schedule using gin (more_classroom_ids)
  where more_classroom_ids is not null;

create table pattern_co_teacher (
  class_schedule_id bigint not null,
  valid_from date not null,
  position smallint not null check (position > 0),
  teacher_id bigint not null references teacher (id),
  payroll_id bigint references pay_code (id),
  primary key (class_schedule_id, valid_from, position),
  unique (class_schedule_id, valid_from, teacher_id),
  foreign key (class_schedule_id, valid_from) references class_schedule_pattern (class_schedule_id, valid_from)
    on update cascade on delete cascade
);
create index on pattern_co_teacher (teacher_id);
create index on pattern_co_teacher (payroll_id) where payroll_id is not null;

create table pattern_more_room (
  class_schedule_id bigint not null,
  valid_from date not null,
  position smallint not null check (position > 0),
  classroom_id bigint not null references classroom (id),
  primary key (class_schedule_id, valid_from, position),
  unique (class_schedule_id, valid_from, classroom_id),
  foreign key (class_schedule_id, valid_from) references class_schedule_pattern (class_schedule_id, valid_from)
    on update cascade on delete cascade
);
create index on pattern_more_room (classroom_id);

-- The places of further teachers at a meeting.
create table meeting_co_teacher (
  class_meeting_id bigint not null references class_meeting (id) on delete cascade,
  position smallint not null check (position > 0),
  teacher_id bigint not null references teacher (id),
  covering_teacher_id bigint references teacher (id) check (covering_teacher_id <> teacher_id),
  cover_payroll_id bigint references pay_code (id),
  is_away boolean not null default false,
  primary key (class_meeting_id, position),
  unique (class_meeting_id, teacher_id),
  unique (class_meeting_id, covering_teacher_id)
);
create index on meeting_co_teacher (teacher_id);
create index on meeting_co_teacher (covering_teacher_id) where covering_teacher_id is not null;
create index meeting_co_teacher_present_idx on meeting_co_teacher (coalesce(covering_teacher_id, teacher_id)) where not is_away;
create index on meeting_co_teacher (cover_payroll_id) where cover_payroll_id is not null;

create table meeting_more_room (
  class_meeting_id bigint not null references class_meeting (id) on delete cascade,
  position smallint not null check (position > 0),
  classroom_id bigint not null references classroom (id),
  primary key (class_meeting_id, position),
  unique (class_meeting_id, classroom_id)
);
create index on meeting_more_room (classroom_id);

-- The further teachers that a OneRoster file names, until the class has times.
alter table waiting_class add column co_teacher_ids bigint[];

-- One check-in of each place, and one of each payee, of a class on a date (T1).
alter table payroll_log drop constraint payroll_log_class_schedule_id_date_key;
-- squawk-ignore constraint-missing-not-valid, disallowed-unique-constraint -- the former key has shown that it holds; lines are few.
alter table payroll_log add constraint payroll_log_place_key unique (class_schedule_id, date, class_teacher_id);
-- squawk-ignore constraint-missing-not-valid, disallowed-unique-constraint -- as above.
alter table payroll_log add constraint payroll_log_payee_key unique (class_schedule_id, date, teacher_id);

-- Each teacher of a class asks for their own check-in.
-- squawk-ignore adding-foreign-key-constraint -- requests wait for accounts: there are a few dozen.
alter table check_in_request add column teacher_id bigint references teacher (id) on delete cascade;
update check_in_request r set teacher_id = coalesce(g.covering_teacher_id, g.teacher_id)
from class_meeting g where g.class_schedule_id = r.class_schedule_id and g.date = r.date;
update check_in_request r set teacher_id = c.teacher_id
from class_schedule c where c.id = r.class_schedule_id and r.teacher_id is null;
-- squawk-ignore adding-not-nullable-field -- as above.
alter table check_in_request alter column teacher_id set not null;
alter table check_in_request drop constraint check_in_request_class_schedule_id_date_key;
-- squawk-ignore constraint-missing-not-valid, disallowed-unique-constraint -- as above.
alter table check_in_request add constraint check_in_request_place_key unique (class_schedule_id, date, teacher_id);
create index on check_in_request (teacher_id);

-- A copied semester is an operation, too.
alter table bulk_operation drop constraint bulk_operation_kind_check;
alter table bulk_operation add constraint bulk_operation_kind_check
  check (kind in ('import', 'upload', 'edit', 'archive', 'restore', 'enrol', 'transfer', 'copy', 'undo')) not valid;
