-- The class that a teacher's card checks in to: their own, or one they cover, in the room or elsewhere (R-DOOR-7). Of several at one
-- time, one whose place has no check-in yet (T46).
drop function if exists teacher_lesson(bigint, bigint, timestamp, jsonb);
create or replace function teacher_lesson(
  p_teacher bigint, p_room bigint, p_at timestamp, p_terms door_terms, out class_schedule_id bigint, out date date, out is_here boolean,
  out room_number text, out starts text, out is_gone boolean
) language sql stable as $$
  select m.class_schedule_id, m.date, is_in_room, rooms_text(m.classroom_id, m.more_classroom_ids), to_char(m.start_time, 'HH24:MI'), false
  from class_meeting m
  join class_schedule c on c.id = m.class_schedule_id and c.archived_at is null
  join lateral places_of(m.teacher_id, m.covering_teacher_id, null, m.co_teacher_ids, m.changed_places) k
    on k.present_id = p_teacher
  cross join lateral (select m.classroom_id = p_room or coalesce(p_room = any(m.more_classroom_ids), false)) here(is_in_room)
  where m.date = p_at::date and m.status = 'scheduled'
    and p_at < m.date + m.end_time
    and p_at >= m.date + m.start_time - make_interval(mins => p_terms.check_in_before)
  order by is_in_room desc, exists (
    select from payroll_log l where l.class_schedule_id = m.class_schedule_id and l.date = m.date and l.teacher_id = p_teacher
  ), m.start_time limit 1
$$;
