-- A class has no weekly meetings from a date on. Its patterns stay, with the weekday beside, until it is resumed.
create or replace function pause_pattern(p_schedule bigint, p_from date) returns void language plpgsql as $$
begin
  perform change_pattern(p_schedule, p_from, '{}');
  update class_schedule_pattern set paused_day_of_week = coalesce(day_of_week, paused_day_of_week), day_of_week = null
  where class_schedule_id = p_schedule and valid_from >= p_from;
end $$;
