-- compatible
-- functions 469dc9f7a8242cd4
-- An archived class keeps what was planned for later dates (`pause_pattern`, `resume_pattern`).
alter table class_schedule_pattern add column paused_day_of_week smallint;
alter table class_schedule_pattern add constraint class_schedule_pattern_paused_day_of_week_check
  check (paused_day_of_week is null or (paused_day_of_week between 1 and 7 and day_of_week is null)) not valid;
update class_schedule_pattern p set paused_day_of_week = c.day_of_week
from class_schedule c
where c.id = p.class_schedule_id and c.archived_at is not null and p.day_of_week is null
  and not exists (
    select from class_schedule_pattern held
    where held.class_schedule_id = c.id and held.valid_from > p.valid_from and held.day_of_week is not null
  );
drop function if exists change_pattern(bigint, date, jsonb);
