-- compatible
-- functions 926463403a9beed7
-- The states that meetings had until they were changed, for what waited for the network: a trigger writes them. Several changes
-- of one transaction are one. Without a status the class had no meeting on the date.
create table former_meeting (
  date date not null,
  class_schedule_id bigint not null,
  transaction bigint not null,
  -- The order of changes: clocks of several servers differ.
  number bigint not null generated always as identity,
  changed_at timestamptz not null,
  start_time time,
  end_time time,
  classroom_id bigint,
  teacher_id bigint,
  covering_teacher_id bigint,
  status text,
  -- By date first: teachers' taps look for the classes of a day, and the nightly deletion for old days. Without foreign keys:
  -- a class, room or teacher that is deleted needs no history, and nothing waits for these rows.
  primary key (date, class_schedule_id, transaction)
);

-- Changes of the last days, for what waits while this version is installed.
insert into former_meeting (date, class_schedule_id, transaction, changed_at, start_time, end_time, classroom_id, teacher_id,
  covering_teacher_id, status)
select (b.row ->> 'date')::date, (b.row ->> 'class_schedule_id')::bigint, -o.id, o.done_at, (b.row ->> 'start_time')::time,
  (b.row ->> 'end_time')::time, (b.row ->> 'classroom_id')::bigint, (b.row ->> 'teacher_id')::bigint,
  (b.row ->> 'covering_teacher_id')::bigint, b.row ->> 'status'
from operation o cross join jsonb_array_elements(o.before) b(row)
where o.done_at > now() - interval '30 days' and o.undone_at is null and (b.row ->> 'date')::date <= o.done_at::date + 1
order by o.done_at, o.id
on conflict do nothing;

-- Whether the class of a mark took place when it was made, its times then, and whether it has gone from the date since.
alter type new_mark drop attribute is_of_archived;
alter type new_mark add attribute took_place boolean, add attribute starts_at timestamp, add attribute ends_at timestamp,
  add attribute is_of_gone boolean;

drop function if exists archived_roll_at(bigint, date);
drop function if exists pattern_that_fits(bigint, date);
-- For the former rule alone, which searched the operations.
-- squawk-ignore require-concurrent-index-deletion
drop index operation_done_at_idx;

-- A scan is held as a mark by hand is, where its class has gone from the date.
alter table held_mark drop constraint held_mark_how_check;
-- squawk-ignore constraint-missing-not-valid -- the table has few rows.
alter table held_mark add constraint held_mark_how_check check (how in ('card', 'typed', 'manual', 'bulk', 'qr'));
