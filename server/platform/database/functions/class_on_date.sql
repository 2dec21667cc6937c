-- Whether a class takes place on a date, and why not; no row when there is no such class. Inlined where it is joined.
create or replace function class_on_date(p_schedule bigint, p_date date) returns table (problem text) language sql stable as $$
  select problem from roll_on_date(p_schedule, p_date)
$$;
