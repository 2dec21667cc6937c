-- Whether a date is in the weeks of a class, whose semester has classes from p_first on; null is every week (R-WEEK-1).
create or replace function is_in_weeks(p_weeks smallint[], p_date date, p_first date) returns boolean
language sql immutable parallel safe as $$
  select p_weeks is null or semester_week(p_date, p_first) = any(p_weeks)
$$;
