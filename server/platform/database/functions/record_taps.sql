-- Taps of a device, each once by its number (R-DOOR-4). p_taps: sequence, card, plain, at and typed of each; p_about: what the
-- device says of itself; p_terms: what marks are judged by (server/attendance/devices/terms.ts).
-- Returns the answers in order, or the problem 'key' (another one is in use) or 'revoked'.
create or replace function record_taps(
  p_device bigint, p_generation integer, p_taps jsonb, p_about jsonb, p_now timestamptz, p_terms jsonb
) returns jsonb language plpgsql as $$
declare
  own record;
  tap record;
  known record;
  result jsonb;
  answers jsonb := '[]';
  fresh bigint[] := '{}';
begin
  -- Calls of one device wait for one another.
  select d.generation, d.revoked_at, d.paused_until, d.seen_at, d.version, d.battery, d.waiting
  into own from device d where d.id = p_device for no key update;
  if not found or own.generation <> p_generation then
    return jsonb_build_object('problem', 'key');
  end if;
  if own.revoked_at is not null and not exists (
    select from jsonb_to_recordset(p_taps) t(at timestamptz) where t.at < own.revoked_at
  ) or own.revoked_at is not null and (
    select count(*) from device_tap k where k.device_id = p_device and k.outcome = 'held'
  ) >= (p_terms ->> 'held_taps')::int then
    return jsonb_build_object('problem', 'revoked');
  end if;
  -- In one order: devices that send taps of the same students do not wait for each other for ever.
  if jsonb_array_length(p_taps) > 1 then
    perform from student s
    where s.id in (
      select c.id from student c where c.rfid_number in (
        select unnest(array[t.card, t.plain]) from jsonb_to_recordset(p_taps) t(card text, plain text)
      )
      union all
      select i.id from student i where lower(i.student_id) in (
        select lower(t.card) from jsonb_to_recordset(p_taps) t(card text, typed boolean) where t.typed
      )
    )
    order by s.id for no key update;
  end if;

  for tap in
    select t.* from jsonb_to_recordset(p_taps) t(sequence bigint, card text, plain text, at timestamptz, typed boolean)
    order by t.sequence
  loop
    select k.card, k.tapped_at, k.outcome, k.facts, k.student_id, k.class_schedule_id, k.date, k.teacher_id, k.silent
    into known
    from device_tap k where k.device_id = p_device and k.generation = p_generation and k.sequence = tap.sequence;
    if found then
      -- Erased meanwhile, it has no card. The same card at another time: the device counts from the beginning.
      if known.card <> tap.card or abs(extract(epoch from known.tapped_at - tap.at)) > 600 then
        result := jsonb_build_object('outcome', 'conflict');
      else
        result := jsonb_build_object('outcome', known.outcome, 'facts', known.facts, 'student', known.student_id,
          'teacher', known.teacher_id, 'class_schedule', known.class_schedule_id, 'date', known.date, 'at', known.tapped_at,
          'silent', coalesce(known.silent, false));
      end if;
    else
      result := take_tap(p_device, p_generation, tap.sequence, tap.card, tap.plain, tap.at, own.revoked_at, p_now,
        case when tap.typed then p_terms || '{"typed": true}' else p_terms end);
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

  -- Somebody tries cards: who it is for learns nothing for a minute, marks go on.
  if (
    select count(distinct k.card) from device_tap k
    where k.device_id = p_device and k.received_at > p_now - interval '1 minute' and k.outcome = 'unknown'
  ) >= (p_terms ->> 'unknown_cards')::int then
    own.paused_until := p_now + interval '1 minute';
    update device set paused_until = own.paused_until where id = p_device;
  end if;
  -- Sent again after that minute, they would say which of them were cards.
  if own.paused_until > p_now then
    update device_tap set silent = true
    where device_id = p_device and generation = p_generation and sequence = any(fresh);
  end if;
  -- Not with each tap: the row would be written a hundred thousand times a day.
  if own.seen_at is null or own.seen_at < p_now - interval '10 seconds'
    or (p_about ->> 'version') is distinct from own.version
    or (p_about ->> 'battery')::int is distinct from own.battery
    or (p_about ->> 'waiting')::int is distinct from own.waiting then
    update device set seen_at = p_now, version = p_about ->> 'version', battery = (p_about ->> 'battery')::int,
      waiting = (p_about ->> 'waiting')::int
    where id = p_device;
  end if;
  return jsonb_build_object('answers', answers, 'paused', coalesce(own.paused_until > p_now, false));
end $$;
