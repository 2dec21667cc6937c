-- The answer about a key of no student; a former card is named with its last holder (R-CARD-4).
create or replace function unknown_key(p_key text, p_by text, p_terms mark_terms) returns jsonb language plpgsql as $$
declare
  numbers text[] := array[p_key, p_terms.plain ->> p_key, p_terms.cards ->> p_key];
  former jsonb := case when p_by = 'any' then former_card(numbers) end;
begin
  if former is not null then
    -- Waits for an erasure that is under way: the answer is stored.
    perform from student s where s.id = (former ->> 'student')::bigint for key share;
    former := former_card(numbers);
  end if;
  return jsonb_strip_nulls(jsonb_build_object('outcome', 'unknown', 'key', p_key, 'former', former));
end $$;
