-- Marks what was held of what a device read, in its order; rolls that are closed stay so (R-DOOR-8).
-- p_terms -> 'only': the generation and sequence of those that are accepted, all without it; 'cards': the stored
-- form of each card that has another one.
create or replace function accept_held_taps(p_device bigint, p_now timestamptz, p_terms jsonb) returns jsonb
language plpgsql as $$
declare
  tap record;
  result jsonb;
  answers jsonb := '[]';
  stay integer := 0;
  terms door_terms := as_door_terms(p_terms);
begin
  for tap in
    select k.generation, k.sequence, k.card, k.typed, k.tapped_at from device_tap k
    where k.device_id = p_device and k.outcome = 'held' and k.card is not null
      and (not p_terms ? 'only' or exists (
        select from jsonb_to_recordset(p_terms -> 'only') o(generation int, sequence bigint)
        where o.generation = k.generation and o.sequence = k.sequence
      ))
    order by k.tapped_at, k.generation, k.sequence
    for update
  loop
    terms.typed := coalesce(tap.typed, false);
    result := take_tap(p_device, tap.generation, tap.sequence, tap.card, coalesce(p_terms -> 'cards' ->> tap.card, tap.card),
      tap.tapped_at, null, p_now, terms);
    -- It stays held where it could mark no one: an administrator may dismiss it, or put right what it lacks.
    if result ->> 'outcome' in ('held', 'nothing_now', 'elsewhere', 'closed', 'archived', 'unknown', 'old_card') then
      stay := stay + 1;
      continue;
    end if;
    update device_tap set outcome = result ->> 'outcome', student_id = (result ->> 'student')::bigint,
      teacher_id = (result ->> 'teacher')::bigint, class_schedule_id = (result ->> 'class_schedule')::bigint,
      date = (result ->> 'date')::date, facts = result -> 'facts'
    where device_id = p_device and generation = tap.generation and sequence = tap.sequence;
    answers := answers || (result || jsonb_build_object('sequence', tap.sequence, 'at', tap.tapped_at));
  end loop;
  return jsonb_build_object('answers', answers, 'stay', stay);
end $$;
