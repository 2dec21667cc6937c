-- The answer to a card of no student: a teacher checks in to their class (R-DOOR-7). An ID is no card. A day that is over,
-- and what somebody accepts, is entered as pay is, by who may.
create or replace function teacher_at_door(
  p_card text, p_plain text, p_typed boolean, p_room bigint, p_made timestamp, p_now timestamptz, p_terms jsonb
) returns jsonb language plpgsql stable as $$
declare
  answer jsonb := teacher_tap(p_card, p_plain, p_room, p_made, p_terms);
begin
  return case
    when p_typed and answer ? 'teacher' then jsonb_build_object('outcome', 'unknown')
    when answer ->> 'outcome' = 'teacher'
      and (p_terms ? 'accepted_by' or p_made::date <> (p_now at time zone (p_terms ->> 'zone'))::date)
      then jsonb_build_object('outcome', 'stale', 'teacher', answer -> 'teacher')
    else answer
  end;
end $$;
