-- What taps are judged by, as a server sends it: the terms of marks and those of doors in one object.
create or replace function as_door_terms(p_terms jsonb) returns door_terms language plpgsql immutable as $$
declare
  terms door_terms := jsonb_populate_record(null::door_terms, p_terms);
begin
  terms.marks := jsonb_populate_record(null::mark_terms, p_terms - 'cards');
  return terms;
end $$;
