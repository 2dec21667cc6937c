-- compatible
create table building_roll_call (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('drill', 'emergency')),
  note text check (length(note) <= 500),
  started_at timestamptz not null,
  started_by bigint not null references app_user (id),
  ended_at timestamptz check (ended_at >= started_at),
  ended_by bigint references app_user (id),
  version bigint not null default 1,
  listed integer not null,
  expected integer,
  accounted integer,
  forgotten_at timestamptz,
  check ((ended_at is null) = (ended_by is null)),
  check ((ended_at is null) = (expected is null)),
  check ((expected is null) = (accounted is null))
);
comment on table building_roll_call is 'Roll calls of the building: drills and emergencies (R-HERE-2).';
comment on column building_roll_call.version is 'Counts its changes: each person has the one of their latest change, so that a phone reads what it has missed.';
comment on column building_roll_call.listed is 'How many people were on the list at its start, and at its end once it is over.';
comment on column building_roll_call.expected is 'At the end: how many people were expected to be here.';
comment on column building_roll_call.accounted is 'At the end: how many of those who were expected are accounted for.';
comment on column building_roll_call.forgotten_at is 'When its people and ticks were deleted (KEEP_DRILLS_DAYS).';
create unique index building_roll_call_running on building_roll_call ((true)) where ended_at is null;
create index on building_roll_call (started_at desc, id desc);

create table building_roll_call_person (
  building_roll_call_id bigint not null references building_roll_call (id) on delete cascade,
  number integer not null check (number > 0),
  student_id bigint references student (id),
  teacher_id bigint references teacher (id),
  place text not null check (place in ('class', 'may_have_left', 'no_class')),
  class_schedule_id bigint references class_schedule (id) on delete set null,
  classroom_id bigint references classroom (id) on delete set null,
  start_time time,
  end_time time,
  state text not null check (state in ('present', 'arrived', 'not_seen', 'absent', 'excused', 'left_early')),
  since timestamptz,
  expected boolean not null,
  accounted boolean not null default false,
  ticked_at timestamptz,
  ticked_by bigint references app_user (id),
  ticked_device uuid,
  ticked_number integer,
  version bigint not null,
  primary key (building_roll_call_id, number),
  check (num_nonnulls(student_id, teacher_id) = 1)
);
comment on table building_roll_call_person is 'The people of a roll call of the building: as at its start, with those who came since.';
comment on column building_roll_call_person.place is 'A class that is held now; no class now and a mark of today; a teacher without a class now.';
comment on column building_roll_call_person.accounted is 'By the tick that was made last; of two at one instant that of the greater device and number.';
create unique index building_roll_call_student on building_roll_call_person (student_id, building_roll_call_id) where student_id is not null;
create unique index building_roll_call_teacher on building_roll_call_person (teacher_id, building_roll_call_id) where teacher_id is not null;
create index on building_roll_call_person (building_roll_call_id, version);
create index on building_roll_call_person (class_schedule_id) where class_schedule_id is not null;
create index on building_roll_call_person (classroom_id) where classroom_id is not null;

create table building_roll_call_tick (
  building_roll_call_id bigint not null,
  device uuid not null,
  number integer not null check (number > 0),
  person integer not null,
  accounted boolean not null,
  made_at timestamptz not null,
  made_by bigint not null references app_user (id),
  received_at timestamptz not null,
  late boolean not null,
  primary key (building_roll_call_id, device, number),
  foreign key (building_roll_call_id, person) references building_roll_call_person (building_roll_call_id, number)
    on delete cascade
);
comment on table building_roll_call_tick is 'Every tick of a roll call of the building, each once: the record of who said what when.';
comment on column building_roll_call_tick.device is 'The page that made it, a random number; with its own number of the tick it is the key of its repetitions.';
comment on column building_roll_call_tick.late is 'Received after the end: it is kept, and changes no count.';
create index on building_roll_call_tick (building_roll_call_id, person);
