-- Whether a device takes taps for a class at a local time: from some minutes before its start until its end.
create or replace function is_open_at_door(
  p_starts timestamp, p_ends timestamp, p_class_type text, p_at timestamp, p_terms door_terms
) returns boolean language sql immutable as $$
  select p_at < p_ends
    and p_at >= p_starts - make_interval(mins => coalesce((p_terms.opens_by ->> p_class_type)::int, p_terms.opens))
$$;
