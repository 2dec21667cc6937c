-- What a teacher's card does at a device. p_waited: when it was read, of a tap that waited for the network; its class is judged as
-- it was (R-DOOR-4).
drop function if exists teacher_tap(text, text, bigint, timestamp, jsonb);
drop function if exists teacher_tap(text, text, bigint, timestamp, timestamptz, jsonb);
create or replace function teacher_tap(
  p_card text, p_plain text, p_room bigint, p_at timestamp, p_waited timestamptz, p_terms door_terms
) returns jsonb language plpgsql stable as $$
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
  if p_waited is null then
    select * into lesson from teacher_lesson(person.id, p_room, p_at, p_terms);
  else
    select * into lesson from teacher_lesson_as_it_was(person.id, p_room, p_waited, p_at, p_terms);
  end if;
  if lesson.class_schedule_id is null then
    return jsonb_build_object('outcome', 'nothing_now', 'teacher', person.id);
  elsif not lesson.is_here then
    return jsonb_build_object('outcome', 'elsewhere', 'teacher', person.id,
      'facts', jsonb_build_object('room', lesson.room_number, 'starts', lesson.starts));
  end if;
  return jsonb_build_object('outcome', case when lesson.is_gone then 'held' else 'teacher' end, 'teacher', person.id,
    'class_schedule', lesson.class_schedule_id, 'date', lesson.date);
end $$;
