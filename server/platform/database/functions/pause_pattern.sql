-- A class has no weekly meetings from a date on.
create or replace function pause_pattern(p_schedule bigint, p_from date) returns void language plpgsql as $$
begin
  perform change_pattern(p_schedule, p_from, '{}');
  update class_schedule_pattern set day_of_week = null
  where class_schedule_id = p_schedule and valid_from >= p_from;
end $$;
