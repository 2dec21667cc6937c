-- The answer that a tap had when it was sent before; null for a new one. Erased meanwhile, it has no card. The same card at
-- another time is a conflict: the device counts from the beginning.
create or replace function answer_of_known_tap(
  p_device bigint, p_generation integer, p_sequence bigint, p_card text, p_at timestamptz
) returns jsonb language plpgsql stable as $$
begin
  return (
    select case
      when k.card <> p_card or abs(extract(epoch from k.tapped_at - p_at)) > 600
        then jsonb_build_object('outcome', 'conflict')
      else jsonb_build_object('outcome', k.outcome, 'facts', k.facts, 'student', k.student_id, 'teacher', k.teacher_id,
        'class_schedule', k.class_schedule_id, 'date', k.date, 'at', k.tapped_at, 'silent', coalesce(k.silent, false))
    end
    from device_tap k
    where k.device_id = p_device and k.generation = p_generation and k.sequence = p_sequence
  );
end $$;
