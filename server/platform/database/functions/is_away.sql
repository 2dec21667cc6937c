-- Whether the place of a planned teacher is left to the others on a date: no check-in is expected for it (T34).
create or replace function is_away(p_changed jsonb, p_teacher bigint) returns boolean language sql immutable as $$
  select coalesce((p_changed -> p_teacher::text ->> 'away')::boolean, false)
$$;
