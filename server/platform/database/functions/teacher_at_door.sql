-- The answer to a card of no student: a teacher checks in to their class (R-DOOR-7). An ID is no card. A day that is over,
-- and what somebody accepts, is entered as pay is, by who may; where the class has gone meanwhile, the tap says so to an
-- administrator.
drop function if exists teacher_at_door(text, text, boolean, bigint, timestamp, timestamptz, jsonb);
drop function if exists teacher_at_door(bigint, text, text, boolean, bigint, timestamp, timestamptz, timestamptz, jsonb);
create or replace function teacher_at_door(
  p_device bigint, p_card text, p_plain text, p_typed boolean, p_room bigint, p_made timestamp, p_waited timestamptz,
  p_now timestamptz, p_terms door_terms
) returns jsonb language plpgsql stable as $$
declare
  answer jsonb := teacher_tap(p_card, p_plain, p_room, p_made, p_waited, p_terms);
begin
  return case
    when p_typed and answer ? 'teacher' then jsonb_build_object('outcome', 'unknown')
    when answer ->> 'outcome' in ('teacher', 'held')
      and (p_terms.accepted_by is not null or p_made::date <> (p_now at time zone (p_terms.marks).zone)::date)
      then jsonb_build_object('outcome', 'stale', 'teacher', answer -> 'teacher')
    when answer ->> 'outcome' = 'held'
      then hold_tap(p_device, p_terms) || jsonb_build_object('teacher', answer -> 'teacher')
    else answer
  end;
end $$;
