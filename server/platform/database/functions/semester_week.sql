-- The number of a date's week in a semester whose classes begin on p_first: week 1 holds that day, weeks begin on Monday.
create or replace function semester_week(p_date date, p_first date) returns integer language sql immutable parallel safe as $$
  select ((p_date - extract(isodow from p_date)::int) - (p_first - extract(isodow from p_first)::int)) / 7 + 1
$$;
