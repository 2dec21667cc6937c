-- compatible
-- The layout of a room, for all classes that are held there (decision 62). Row 1 is in front, at the teacher's desk.
create table room_layout (
  classroom_id bigint primary key references classroom (id) on delete cascade,
  seat_rows smallint not null check (seat_rows between 1 and 20),
  seat_columns smallint not null check (seat_columns between 1 and 20),
  version integer not null check (version > 0),
  changed_by bigint not null references app_user (id),
  changed_at timestamptz not null
);
create index on room_layout (changed_by);

-- Places of a layout without a seat: an aisle, a pillar, a door.
create table room_gap (
  classroom_id bigint not null references room_layout (classroom_id) on delete cascade,
  seat_row smallint not null check (seat_row between 1 and 20),
  seat_column smallint not null check (seat_column between 1 and 20),
  primary key (classroom_id, seat_row, seat_column)
);

-- Who sits where, for a class in a room. Its versions are its history; the last one holds.
create table seating_plan (
  id bigint primary key generated always as identity,
  class_schedule_id bigint not null references class_schedule (id) on delete cascade,
  classroom_id bigint not null references classroom (id) on delete cascade,
  version integer not null check (version > 0),
  unique (class_schedule_id, classroom_id)
);
create index on seating_plan (classroom_id);

create table seating_plan_change (
  seating_plan_id bigint not null references seating_plan (id) on delete cascade,
  version integer not null check (version > 0),
  way text not null check (way in ('by_hand', 'by_name', 'at_random', 'other_room', 'restored')),
  -- The version whose seats it has again.
  restored_version integer check ((restored_version is not null) = (way = 'restored')),
  changed_by bigint not null references app_user (id),
  changed_at timestamptz not null,
  primary key (seating_plan_id, version)
);
create index on seating_plan_change (changed_by);

create table seat (
  id bigint primary key generated always as identity,
  seating_plan_id bigint not null,
  version integer not null,
  seat_row smallint not null check (seat_row between 1 and 20),
  seat_column smallint not null check (seat_column between 1 and 20),
  student_id bigint not null references student (id) on delete cascade,
  unique (seating_plan_id, version, seat_row, seat_column),
  unique (seating_plan_id, version, student_id),
  foreign key (seating_plan_id, version) references seating_plan_change (seating_plan_id, version) on delete cascade
);
create index on seat (student_id);
create trigger seat_of_erased before insert or update of student_id on seat
  for each row execute function refuse_row_of_erased();
