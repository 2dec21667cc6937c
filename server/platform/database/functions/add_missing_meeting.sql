-- The meeting that the pattern asks for on a date and that planning has not added yet; marks wait for nothing here. What was
-- marked on a date that became a holiday, or whose class was archived, was held on it.
create or replace function add_missing_meeting(p_schedule bigint, p_date date) returns void language sql as $$
  insert into class_meeting (class_schedule_id, date, start_time, end_time, classroom_id, teacher_id, status, co_teacher_ids,
    more_classroom_ids)
  select class_schedule_id, date, start_time, end_time, classroom_id, teacher_id, status, co_teacher_ids, more_classroom_ids
  from weekly_meetings(array[p_schedule], p_date, p_date)
  on conflict (class_schedule_id, date) do nothing;
  update class_meeting
  set status = 'scheduled', held_on_holiday = held_on_holiday or 'holiday' in (status, status_before_archive),
    status_before_archive = null
  where class_schedule_id = p_schedule and date = p_date
    and (status = 'holiday' or status = 'cancelled' and status_before_archive is not null)
$$;
