-- compatible
-- functions a635f59e2d538461
-- A teacher who is away, and a change of classes from a date, are operations.

alter table operation drop constraint operation_kind_check;
-- One row for each change that somebody made by hand: checked in no time.
-- squawk-ignore constraint-missing-not-valid
alter table operation add constraint operation_kind_check
  check (kind in ('cancel', 'restore', 'cover', 'room', 'move', 'extra', 'away', 'change'));

-- Of a change from a date: its classes, and what they were and became, as rows of class_schedule_pattern.
alter table operation add column class_schedule_ids bigint[],
  add column patterns_before jsonb, add column patterns_after jsonb,
  add column effective_from date;
create index on operation using gin (class_schedule_ids);

-- Adopts the patterns of some classes too.
drop function if exists adopt_patterns();
