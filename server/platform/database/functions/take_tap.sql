-- What one tap at a device does: who it is, which class of the room they belong to, and their mark (R-DOOR-3).
create or replace function take_tap(
  p_device bigint, p_generation integer, p_sequence bigint, p_card text, p_plain text, p_at timestamptz,
  p_revoked_at timestamptz, p_now timestamptz, p_terms jsonb
) returns jsonb language plpgsql as $$
declare
  made timestamptz := least(p_at, p_now);
  -- By the attendant of a tablet (R-DOOR-6).
  is_typed boolean := coalesce((p_terms -> 'typed')::boolean, false);
  made_local timestamp := made at time zone (p_terms ->> 'zone');
  day date := made_local::date;
  room bigint;
  person record;
  lesson record;
  before record;
  mark jsonb;
begin
  if p_at > p_now + interval '5 minutes' then
    return jsonb_build_object('outcome', 'future');
  end if;
  if p_revoked_at is not null then
    return jsonb_build_object('outcome', case when made < p_revoked_at then 'held' else 'revoked' end);
  end if;
  -- A device's clock alone proves nothing after a day; the tap before it does, and its clock when it sends.
  if made < p_now - interval '24 hours' and not p_terms ? 'accepted_by' and not (
    coalesce((p_terms -> 'corrected')::boolean, false) and coalesce((
      select k.tapped_at <= made + interval '5 minutes' and k.outcome <> 'future' from device_tap k
      where k.device_id = p_device and (k.generation, k.sequence) < (p_generation, p_sequence)
      order by k.generation desc, k.sequence desc limit 1
    ), p_sequence = 1 and made >= (select created_at from device where id = p_device))
  ) then
    return jsonb_build_object('outcome', 'stale');
  end if;

  if made < p_now - interval '1 minute' then
    -- What waited is of the student who had the card or the ID then.
    select s.id, s.archived_at into person from student s where s.id = tap_holder_at(p_card, p_plain, is_typed, made, p_now);
  else
    if is_typed then
      -- In other letters too; where two differ by them alone, neither is meant.
      select s.id, s.archived_at into person from student s
      where lower(s.student_id) = lower(p_card) and (s.student_id = p_card or not exists (
        select from student o where lower(o.student_id) = lower(p_card) and o.id <> s.id
      ));
    end if;
    if not is_typed or not found then
      select s.id, s.archived_at into person from student s where s.rfid_number in (p_card, p_plain) limit 1;
    end if;
  end if;
  -- The same card of another person is no repetition: it was given on in between.
  select k.outcome, k.facts, k.student_id, k.teacher_id, k.class_schedule_id, k.date into before
  from device_tap k
  where k.device_id = p_device and k.card = p_card
    and k.tapped_at > made - interval '1 minute' and k.tapped_at < made + interval '1 minute'
    and k.outcome in ('present', 'late', 'absent', 'already', 'teacher')
    and case when person.id is not null then k.student_id = person.id
      else k.teacher_id = (select t.id from teacher t where t.card_number in (p_card, p_plain) limit 1) end
  order by k.tapped_at desc limit 1;
  if found then
    return jsonb_build_object('outcome', 'repeat', 'student', before.student_id, 'teacher', before.teacher_id,
      'class_schedule', before.class_schedule_id, 'date', before.date,
      'facts', coalesce(before.facts, '{}') || jsonb_build_object('of', before.outcome));
  end if;

  select d.classroom_id into room from device_room d
  where d.device_id = p_device and d.since <= made order by d.since desc limit 1;

  if person.id is null then
    mark := teacher_tap(p_card, p_plain, room, made_local, p_terms);
    -- An ID is no card. A day that is over, and what somebody accepts, is entered as pay is, by who may (R-DOOR-7).
    return case
      when is_typed and mark ? 'teacher' then jsonb_build_object('outcome', 'unknown')
      when mark ->> 'outcome' = 'teacher' and (p_terms ? 'accepted_by' or day <> (p_now at time zone (p_terms ->> 'zone'))::date)
        then jsonb_build_object('outcome', 'stale', 'teacher', mark -> 'teacher')
      else mark
    end;
  elsif person.archived_at is not null then
    return jsonb_build_object('outcome', 'archived', 'student', person.id);
  end if;

  -- Of classes that follow each other or are held together: the one whose mark is missing.
  select m.class_schedule_id, m.date into lesson
  from class_meeting m
  join class_schedule c on c.id = m.class_schedule_id and c.archived_at is null
  join enrolment e on e.class_schedule_id = m.class_schedule_id and e.student_id = person.id
    and e.enrolled_from <= day and (e.enrolled_to is null or e.enrolled_to >= day)
  left join attendance a on a.student_id = person.id and a.date = day and a.class_schedule_id = m.class_schedule_id
  where m.classroom_id = room and m.date = day
    -- Made before it was cancelled or moved: taken, as at the teacher's screen.
    and (m.status = 'scheduled' or m.status in ('cancelled', 'moved') and made < m.status_changed_at)
    and door_is_open(m.date + m.start_time, m.date + m.end_time, c.class_type, made_local, p_terms)
  order by a.id is null desc, m.start_time limit 1;
  if not found then
    -- Where a student is now is for who has the card.
    mark := elsewhere(person.id, room, made_local, p_terms);
    return case when is_typed then mark - 'facts' else mark end;
  end if;

  mark := mark_student(person.id::text, 'id', lesson.class_schedule_id, lesson.date, 'Present', 'door',
    (p_terms ->> 'accepted_by')::bigint, p_now,
    p_terms || jsonb_build_object('made_at', made, 'device', p_device));
  return jsonb_build_object(
    'student', person.id, 'class_schedule', lesson.class_schedule_id, 'date', lesson.date,
    'changed', mark ->> 'outcome' in ('marked', 'changed'),
    'outcome', case
      when mark ->> 'problem' = 'closed' then 'closed'
      when mark ? 'problem' or mark ->> 'outcome' in ('not_enrolled', 'unknown', 'archived', 'own') then 'nothing_now'
      when mark ->> 'outcome' in ('superseded', 'withdrawn_since') then 'superseded'
      when mark ->> 'status' = 'Absent' then 'absent'
      when mark ->> 'outcome' = 'already' then 'already'
      when mark -> 'detail' ? 'late_minutes' then 'late'
      else 'present'
    end,
    'facts', jsonb_strip_nulls(jsonb_build_object('late_minutes', mark -> 'detail' -> 'late_minutes'))
  );
end $$;
