-- The class that a teacher's card checks in to: their own, or one they cover, in the room (R-DOOR-7).
create or replace function teacher_tap(p_card text, p_plain text, p_room bigint, p_at timestamp, p_terms jsonb) returns jsonb
language plpgsql stable as $$
declare
  person record;
  lesson record;
  former jsonb;
begin
  select t.id, t.archived_at into person from teacher t where t.id = teacher_of_card(p_card, p_plain);
  if not found then
    former := former_card(array[p_card, p_plain]);
    return case when former is null then jsonb_build_object('outcome', 'unknown')
      else jsonb_build_object('outcome', 'old_card', 'student', former -> 'student') end;
  elsif person.archived_at is not null then
    return jsonb_build_object('outcome', 'archived', 'teacher', person.id);
  end if;
  select m.class_schedule_id, m.date, m.classroom_id = p_room as is_here, r.room_number, to_char(m.start_time, 'HH24:MI') as starts
  into lesson
  from class_meeting m
  join class_schedule c on c.id = m.class_schedule_id and c.archived_at is null
  join classroom r on r.id = m.classroom_id
  where m.date = p_at::date and m.status = 'scheduled'
    and (m.covering_teacher_id = person.id or m.teacher_id = person.id and m.covering_teacher_id is null)
    and p_at < m.date + m.end_time
    and p_at >= m.date + m.start_time - make_interval(mins => (p_terms ->> 'check_in_before')::int)
  order by m.classroom_id = p_room desc, m.start_time limit 1;
  if not found then
    return jsonb_build_object('outcome', 'nothing_now', 'teacher', person.id);
  elsif not lesson.is_here then
    return jsonb_build_object('outcome', 'elsewhere', 'teacher', person.id,
      'facts', jsonb_build_object('room', lesson.room_number, 'starts', lesson.starts));
  end if;
  return jsonb_build_object('outcome', 'teacher', 'teacher', person.id, 'class_schedule', lesson.class_schedule_id,
    'date', lesson.date);
end $$;
