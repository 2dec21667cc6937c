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
  answer jsonb;
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
  return student_at_door(p_device, person.id, room, made, made_local, has_waited, p_now, p_terms);
end $$;
