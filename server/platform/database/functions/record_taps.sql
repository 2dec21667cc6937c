-- Taps of a device, each once by its number (R-DOOR-4). p_taps: sequence, card, plain, at and typed of each; p_about: what the
-- device says of itself; p_terms: what marks are judged by (server/attendance/devices/terms.ts).
-- Returns the answers in order, or the problem 'key' (another one is in use) or 'revoked'.
create or replace function record_taps(
  p_device bigint, p_generation integer, p_taps jsonb, p_about jsonb, p_now timestamptz, p_terms jsonb
) returns jsonb language plpgsql as $$
declare
  own record;
  tap record;
  result jsonb;
  answers jsonb := '[]';
  fresh bigint[] := '{}';
  paused boolean;
  terms door_terms := as_door_terms(p_terms);
begin
  -- Calls of one device wait for one another.
  select d.generation, d.revoked_at, d.paused_until into own from device d where d.id = p_device for no key update;
  if not found or own.generation <> p_generation then
    return jsonb_build_object('problem', 'key');
  elsif own.revoked_at is not null and not takes_held_taps(p_device, own.revoked_at, p_taps, terms) then
    return jsonb_build_object('problem', 'revoked');
  end if;
  perform lock_tapped_students(p_taps);
  for tap in
    select t.* from jsonb_to_recordset(p_taps) t(sequence bigint, card text, plain text, at timestamptz, typed boolean)
    order by t.sequence
  loop
    result := answer_of_known_tap(p_device, p_generation, tap.sequence, tap.card, tap.at);
    if result is null then
      terms.typed := coalesce(tap.typed, false);
      result := take_tap(p_device, p_generation, tap.sequence, tap.card, tap.plain, tap.at, own.revoked_at, p_now, terms);
      insert into device_tap (device_id, generation, sequence, card, typed, tapped_at, received_at, outcome, student_id,
        teacher_id, class_schedule_id, date, facts)
      values (p_device, p_generation, tap.sequence, tap.card, tap.typed, least(tap.at, p_now), p_now, result ->> 'outcome',
        (result ->> 'student')::bigint, (result ->> 'teacher')::bigint, (result ->> 'class_schedule')::bigint,
        (result ->> 'date')::date, result -> 'facts');
      result := result || jsonb_build_object('at', least(tap.at, p_now), 'fresh', true);
      fresh := fresh || tap.sequence;
    end if;
    answers := answers || (result || jsonb_build_object('sequence', tap.sequence, 'name', coalesce(
      (select s.first_name from student s where s.id = (result ->> 'student')::bigint),
      (select t.first_name from teacher t where t.id = (result ->> 'teacher')::bigint))));
  end loop;
  paused := pause_guessing(p_device, p_generation, own.paused_until, fresh, p_now, terms);
  perform note_device(p_device, p_about, p_now);
  return jsonb_build_object('answers', answers, 'paused', paused);
end $$;
