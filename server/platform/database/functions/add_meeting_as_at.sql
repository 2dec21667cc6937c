-- The meeting that a class had on a date when a mark was made that is written now, where the date has none any more. Its room or
-- teacher may have been deleted.
create or replace function add_meeting_as_at(p_schedule bigint, p_date date, p_made timestamptz) returns void
language sql as $$
  insert into class_meeting (class_schedule_id, date, start_time, end_time, classroom_id, teacher_id, co_teacher_ids,
    more_classroom_ids)
  select c.id, p_date, w.start_time, w.end_time,
    coalesce((select r.id from classroom r where r.id = w.classroom_id), c.classroom_id),
    coalesce((select t.id from teacher t where t.id = w.teacher_id), c.teacher_id),
    (select array_agg(t.id order by array_position(w.co_teacher_ids, t.id)) from teacher t
      where t.id = any(w.co_teacher_ids)),
    (select array_agg(r.id order by array_position(w.more_classroom_ids, r.id)) from classroom r
      where r.id = any(w.more_classroom_ids))
  from class_schedule c cross join lateral meeting_that_was_held(c.id, p_date, p_made) w
  where c.id = p_schedule
  on conflict (class_schedule_id, date) do nothing
$$;
