-- The meeting that the pattern asks for on a date and that planning has not added yet; marks wait for nothing here.
create or replace function add_missing_meeting(p_schedule bigint, p_date date) returns void language sql as $$
  insert into class_meeting (class_schedule_id, date, start_time, end_time, classroom_id, teacher_id, status)
  select class_schedule_id, date, start_time, end_time, classroom_id, teacher_id, status
  from weekly_meetings(array[p_schedule], p_date, p_date)
  on conflict (class_schedule_id, date) do nothing
$$;
