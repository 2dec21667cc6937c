-- The class of a room that a student comes to; of classes that follow each other or are held together, the one whose mark
-- is missing (R-DOOR-3).
drop function if exists lesson_at_door(bigint, bigint, timestamptz, timestamp, jsonb);
create or replace function lesson_at_door(
  p_student bigint, p_room bigint, p_made timestamptz, p_made_local timestamp, p_terms door_terms
) returns table (class_schedule_id bigint, date date) language plpgsql stable as $$
declare
  day date := p_made_local::date;
begin
  return query
  select m.class_schedule_id, m.date
  from class_meeting m
  join class_schedule c on c.id = m.class_schedule_id and c.archived_at is null
  join enrolment e on e.class_schedule_id = m.class_schedule_id and e.student_id = p_student
    and e.enrolled_from <= day and (e.enrolled_to is null or e.enrolled_to >= day)
  left join attendance a on a.student_id = p_student and a.date = day and a.class_schedule_id = m.class_schedule_id
  where (m.classroom_id = p_room or p_room = any(m.more_classroom_ids)) and m.date = day
    -- Made before it was cancelled or moved: taken, as at the teacher's screen.
    and (m.status = 'scheduled' or m.status in ('cancelled', 'moved') and p_made < m.status_changed_at)
    and is_open_at_door(m.date + m.start_time, m.date + m.end_time, c.class_type, p_made_local, p_terms)
  order by a.id is null desc, m.start_time limit 1;
end $$;
