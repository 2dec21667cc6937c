-- is_open_at_door, as the previous release calls it.
create or replace function door_is_open(
  p_starts timestamp, p_ends timestamp, p_class_type text, p_at timestamp, p_terms jsonb
) returns boolean language sql immutable as $$
  select is_open_at_door(p_starts, p_ends, p_class_type, p_at, as_door_terms(p_terms))
$$;
