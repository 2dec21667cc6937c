-- The meeting that the pattern asks for on a date and that planning has not added yet; marks wait for nothing here. Also
-- that of a class that was archived, or a date that became a holiday, before what waited for the network arrived.
create or replace function add_missing_meeting(p_schedule bigint, p_date date) returns void language sql as $$
  insert into class_meeting (class_schedule_id, date, start_time, end_time, classroom_id, teacher_id, status)
  select class_schedule_id, date, start_time, end_time, classroom_id, teacher_id, status
  from weekly_meetings(array[p_schedule], p_date, p_date)
  union all
  select p.class_schedule_id, p_date, p.start_time, p.end_time, p.classroom_id, p.teacher_id, 'scheduled'
  from pattern_that_fits(p_schedule, p_date) p
  on conflict (class_schedule_id, date) do nothing;
  -- What was marked on a date that became a holiday was held on it.
  update class_meeting set status = 'scheduled', held_on_holiday = true
  where class_schedule_id = p_schedule and date = p_date and status = 'holiday'
$$;
