-- A class has weekly meetings again from a date on, as its patterns say, with everything that was planned for later dates.
create or replace function resume_pattern(p_schedule bigint, p_from date) returns void language plpgsql as $$
begin
  perform change_pattern(p_schedule, p_from, '{}');
  update class_schedule_pattern set day_of_week = paused_day_of_week, paused_day_of_week = null
  where class_schedule_id = p_schedule and valid_from >= p_from and paused_day_of_week is not null;
  -- Another class had taken over from it: it has the weekday of its columns again.
  update class_schedule_pattern p set day_of_week = c.day_of_week
  from class_schedule c
  where c.id = p_schedule and p.class_schedule_id = c.id and p.valid_from >= p_from and not exists (
    select from class_schedule_pattern held
    where held.class_schedule_id = c.id and held.valid_from >= p_from and held.day_of_week is not null
  );
  -- Archived and restored on one day, a class is as it was.
  delete from class_schedule_pattern p using class_schedule_pattern earlier
  where p.class_schedule_id = p_schedule and p.valid_from = p_from
    and earlier.class_schedule_id = p_schedule and earlier.valid_from = (
      select max(valid_from) from class_schedule_pattern
      where class_schedule_id = p_schedule and valid_from < p_from
    )
    and to_jsonb(p) - 'valid_from' = to_jsonb(earlier) - 'valid_from';
  perform adopt_patterns(array[p_schedule]);
end $$;
