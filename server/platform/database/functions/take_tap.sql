-- What one tap at a device does: who it is, which class of the room they belong to, and their mark (R-DOOR-3).
drop function if exists take_tap(bigint, integer, bigint, text, text, timestamptz, timestamptz, timestamptz, jsonb);
create or replace function take_tap(
  p_device bigint, p_generation integer, p_sequence bigint, p_card text, p_plain text, p_at timestamptz,
  p_revoked_at timestamptz, p_now timestamptz, p_terms door_terms
) returns jsonb language plpgsql as $$
declare
  made timestamptz := least(p_at, p_now);
  -- By the attendant of a tablet (R-DOOR-6).
  is_typed boolean := coalesce(p_terms.typed, false);
  is_accepted boolean := p_terms.accepted_by is not null;
  has_waited boolean := tap_has_waited(made, p_now);
  made_local timestamp := made at time zone (p_terms.marks).zone;
  room bigint;
  person record;
  lesson record;
  answer jsonb;
  marks mark_terms := p_terms.marks;
begin
  if p_at > p_now + interval '5 minutes' then
    return jsonb_build_object('outcome', 'future');
  elsif p_revoked_at is not null then
    return jsonb_build_object('outcome', case when made < p_revoked_at then 'held' else 'revoked' end);
  end if;
  select d.classroom_id into room from device_room d
  where d.device_id = p_device and d.since <= made order by d.since desc limit 1;
  if room is null and not is_accepted then
    -- Read by the same tablet while it was another device.
    return hold_tap(p_device, p_terms);
  elsif tap_is_stale(p_device, p_generation, p_sequence, made, p_now, p_terms) then
    return jsonb_build_object('outcome', 'stale');
  end if;
  select s.id, s.archived_at into person
  from student s where s.id = student_of_tap(p_card, p_plain, is_typed, made, p_now,
    coalesce(p_terms.corrected, false) or is_accepted);
  answer := repeated_tap(p_device, p_card, p_plain, person.id, made);
  if answer is not null then
    return answer;
  end if;

  if person.id is null then
    return teacher_at_door(p_device, p_card, p_plain, is_typed, room, made_local, case when has_waited then made end, p_now,
      p_terms);
  elsif person.archived_at is not null then
    perform lock_unmarked_student(person.id, person.archived_at);
    return jsonb_build_object('outcome', 'archived', 'student', person.id);
  end if;
  if has_waited then
    select l.class_schedule_id, made_local::date as date, l.is_gone into lesson
    from lesson_as_it_was(person.id, room, made, made_local, p_terms) l;
  else
    select l.class_schedule_id, l.date, false as is_gone into lesson
    from lesson_at_door(person.id, room, made, made_local, p_terms) l;
  end if;
  if lesson.class_schedule_id is null or lesson.is_gone and not is_accepted then
    perform lock_unmarked_student(person.id, null);
    if lesson.is_gone or room is null then
      return hold_tap(p_device, p_terms) || jsonb_build_object('student', person.id);
    end if;
    -- Where a student is now is for who has the card.
    answer := elsewhere(person.id, room, made_local, p_terms);
    return case when is_typed then answer - 'facts' else answer end;
  end if;
  marks.made_at := made;
  marks.device := p_device;
  marks.accepted := lesson.is_gone;
  answer := mark_student(person.id::text, 'id', lesson.class_schedule_id, lesson.date, 'Present', 'door',
    p_terms.accepted_by, p_now, marks);
  if outcome_at_door(answer) = 'nothing_now' then
    perform lock_unmarked_student(person.id, null);
    -- The class was found before its row was locked.
    if not exists (
      select from lesson_at_door(person.id, room, made, made_local, p_terms) l
      where not has_waited and l.class_schedule_id = lesson.class_schedule_id and l.date = lesson.date
      union all
      select from lesson_as_it_was(person.id, room, made, made_local, p_terms) l
      where has_waited and l.class_schedule_id = lesson.class_schedule_id and l.is_gone = lesson.is_gone
    ) then
      raise serialization_failure using message = 'the class or the enrolment changed in the same moment';
    end if;
  end if;
  return jsonb_build_object(
    'student', coalesce((answer ->> 'student')::bigint, person.id), 'class_schedule', lesson.class_schedule_id, 'date', lesson.date,
    'changed', answer ->> 'outcome' in ('marked', 'changed'), 'outcome', outcome_at_door(answer),
    'facts', jsonb_strip_nulls(jsonb_build_object('late_minutes', answer -> 'detail' -> 'late_minutes'))
  );
end $$;
