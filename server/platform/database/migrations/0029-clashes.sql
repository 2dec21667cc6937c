-- compatible
-- Clashes that somebody confirmed, and rooms that are closed for a time.

-- Two classes that are at the same time on purpose. It holds for what is named: another weekly time or semester of one of
-- them is asked again.
create table confirmed_clash (
  class_schedule_id bigint not null references class_schedule on delete cascade,
  other_class_schedule_id bigint not null references class_schedule on delete cascade,
  kind text not null check (kind in ('teacher', 'classroom', 'students')),
  semester_id bigint not null references semester on delete cascade,
  other_semester_id bigint not null references semester on delete cascade,
  -- Of both: they are at the same time.
  day_of_week smallint not null check (day_of_week between 1 and 7),
  start_time time not null,
  end_time time not null,
  other_start_time time not null,
  other_end_time time not null,
  confirmed_by bigint not null references app_user,
  confirmed_at timestamptz not null,
  primary key (class_schedule_id, other_class_schedule_id, kind),
  -- Each pair once.
  check (class_schedule_id < other_class_schedule_id)
);
create index on confirmed_clash (other_class_schedule_id);
create index on confirmed_clash (semester_id);
create index on confirmed_clash (other_semester_id);
create index on confirmed_clash (confirmed_by);

-- Days on which no class can be held in a room.
create table room_closing (
  id bigint generated always as identity primary key,
  classroom_id bigint not null references classroom on delete cascade,
  -- The first and the last day.
  closed_from date not null,
  closed_to date not null,
  reason text not null check (length(reason) <= 500),
  created_by bigint not null references app_user,
  created_at timestamptz not null,
  check (closed_from <= closed_to)
);
create index on room_closing (classroom_id, closed_from);
create index on room_closing (created_by);
