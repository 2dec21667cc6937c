-- A text with the group of a class behind it, `MAT1 · 12A`. As `withGroup` in contract/class-name.ts (R-CLASS-7).
create or replace function with_group(p_text text, p_group text) returns text language sql immutable parallel safe as $$
  select p_text || coalesce(' · ' || p_group, '')
$$;
