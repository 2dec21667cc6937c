-- The class that a teacher's card checks in to: their own, or one they cover, in the room or elsewhere (R-DOOR-7).
create or replace function teacher_lesson(
  p_teacher bigint, p_room bigint, p_at timestamp, p_terms jsonb, out class_schedule_id bigint, out date date, out is_here boolean,
  out room_number text, out starts text, out is_gone boolean
) language sql stable as $$
  select m.class_schedule_id, m.date, m.classroom_id = p_room, r.room_number, to_char(m.start_time, 'HH24:MI'), false
  from class_meeting m
  join class_schedule c on c.id = m.class_schedule_id and c.archived_at is null
  join classroom r on r.id = m.classroom_id
  where m.date = p_at::date and m.status = 'scheduled'
    and (m.covering_teacher_id = p_teacher or m.teacher_id = p_teacher and m.covering_teacher_id is null)
    and p_at < m.date + m.end_time
    and p_at >= m.date + m.start_time - make_interval(mins => (p_terms ->> 'check_in_before')::int)
  order by m.classroom_id = p_room desc, m.start_time limit 1
$$;
