-- The answer to a student's tap: their class of the room, and the mark in it (R-DOOR-3). p_waited: it is judged by the class as it
-- was (R-DOOR-4).
create or replace function student_at_door(
  p_device bigint, p_student bigint, p_room bigint, p_made timestamptz, p_made_local timestamp, p_waited boolean,
  p_now timestamptz, p_terms door_terms
) returns jsonb language plpgsql as $$
declare
  is_typed boolean := coalesce(p_terms.typed, false);
  marks mark_terms := p_terms.marks;
  lesson record;
  answer jsonb;
begin
  if p_waited then
    select l.class_schedule_id, p_made_local::date as date, l.is_gone into lesson
    from lesson_as_it_was(p_student, p_room, p_made, p_made_local, p_terms) l;
  else
    select l.class_schedule_id, l.date, false as is_gone into lesson
    from lesson_at_door(p_student, p_room, p_made, p_made_local, p_terms) l;
  end if;
  if lesson.class_schedule_id is null or lesson.is_gone and p_terms.accepted_by is null then
    perform lock_unmarked_student(p_student, null);
    if lesson.is_gone or p_room is null then
      return hold_tap(p_device, p_terms) || jsonb_build_object('student', p_student);
    end if;
    -- Where a student is now is for who has the card.
    answer := elsewhere(p_student, p_room, p_made_local, p_terms);
    return case when is_typed then answer - 'facts' else answer end;
  end if;
  marks.made_at := p_made;
  marks.device := p_device;
  marks.accepted := lesson.is_gone;
  answer := mark_student(p_student::text, 'id', lesson.class_schedule_id, lesson.date, 'Present', 'door',
    p_terms.accepted_by, p_now, marks);
  if outcome_at_door(answer) = 'nothing_now' then
    perform lock_unmarked_student(p_student, null);
    -- The class was found before its row was locked.
    if not exists (
      select from lesson_at_door(p_student, p_room, p_made, p_made_local, p_terms) l
      where not p_waited and l.class_schedule_id = lesson.class_schedule_id and l.date = lesson.date
      union all
      select from lesson_as_it_was(p_student, p_room, p_made, p_made_local, p_terms) l
      where p_waited and l.class_schedule_id = lesson.class_schedule_id and l.is_gone = lesson.is_gone
    ) then
      raise serialization_failure using message = 'the class or the enrolment changed in the same moment';
    end if;
  end if;
  return jsonb_build_object(
    'student', coalesce((answer ->> 'student')::bigint, p_student), 'class_schedule', lesson.class_schedule_id, 'date', lesson.date,
    'changed', answer ->> 'outcome' in ('marked', 'changed'), 'outcome', outcome_at_door(answer),
    'facts', jsonb_strip_nulls(jsonb_build_object('late_minutes', answer -> 'detail' -> 'late_minutes'))
  );
end $$;
