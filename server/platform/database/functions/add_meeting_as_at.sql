-- The meeting that a class had on a date when a mark was made that is written now, where the date has none any more.
create or replace function add_meeting_as_at(p_schedule bigint, p_date date, p_made timestamptz) returns void
language sql as $$
  insert into class_meeting (class_schedule_id, date, start_time, end_time, classroom_id, teacher_id, status)
  select p_schedule, p_date, w.start_time, w.end_time, w.classroom_id, w.teacher_id, w.status
  from meeting_as_at(p_schedule, p_date, p_made) w where w.status = 'scheduled'
  on conflict (class_schedule_id, date) do nothing
$$;
