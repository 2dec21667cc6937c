-- The room where a student has a class now, or 'nothing_now'.
drop function if exists elsewhere(bigint, bigint, timestamp, jsonb);
create or replace function elsewhere(p_student bigint, p_room bigint, p_at timestamp, p_terms door_terms) returns jsonb
language plpgsql stable as $$
declare
  lesson record;
begin
  select m.class_schedule_id, m.date, rooms_text(m.classroom_id, m.more_classroom_ids) as room_number, to_char(m.start_time, 'HH24:MI') as starts into lesson
  from enrolment e
  join class_schedule c on c.id = e.class_schedule_id and c.archived_at is null
  join class_meeting m on m.class_schedule_id = c.id and m.date = p_at::date and m.status = 'scheduled'
  where e.student_id = p_student and e.enrolled_from <= p_at::date
    and (e.enrolled_to is null or e.enrolled_to >= p_at::date)
    and m.classroom_id is distinct from p_room and not coalesce(p_room = any(m.more_classroom_ids), false)
    and is_open_at_door(m.date + m.start_time, m.date + m.end_time, c.class_type, p_at, p_terms)
  order by m.start_time limit 1;
  if not found then
    -- Or what happened with it.
    select m.status, to_char(m.moved_to, 'YYYY-MM-DD') as moved_to into lesson
    from enrolment e
    join class_schedule c on c.id = e.class_schedule_id and c.archived_at is null
    join class_meeting m on m.class_schedule_id = c.id and m.date = p_at::date and m.status in ('cancelled', 'moved')
    where e.student_id = p_student and e.enrolled_from <= p_at::date
      and (e.enrolled_to is null or e.enrolled_to >= p_at::date)
      and is_open_at_door(m.date + m.start_time, m.date + m.end_time, c.class_type, p_at, p_terms)
    order by m.start_time limit 1;
    return jsonb_build_object('outcome', 'nothing_now', 'student', p_student)
      || case when found then jsonb_build_object('facts', jsonb_strip_nulls(
        jsonb_build_object('happened', lesson.status, 'moved_to', lesson.moved_to))) else '{}' end;
  end if;
  return jsonb_build_object('outcome', 'elsewhere', 'student', p_student,
    'facts', jsonb_build_object('room', lesson.room_number, 'starts', lesson.starts));
end $$;
