-- The terms by which taps are judged, from the object in which a server sends those of marks and of doors together.
create or replace function as_door_terms(p_terms jsonb) returns door_terms language plpgsql immutable as $$
declare
  terms door_terms := jsonb_populate_record(null::door_terms, p_terms);
begin
  terms.marks := jsonb_populate_record(null::mark_terms, p_terms - 'cards');
  return terms;
end $$;
