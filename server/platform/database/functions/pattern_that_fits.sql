-- The latest pattern of a class that has a date by its weekday and weeks, also while the class is archived; no row where no
-- pattern has it, or another class had taken over before.
create or replace function pattern_that_fits(p_schedule bigint, p_date date) returns setof class_schedule_pattern
language sql stable as $$
  select own.* from class_schedule_pattern own
  join class_schedule c on c.id = own.class_schedule_id
  join semester t on t.id = c.semester_id
  where own.class_schedule_id = p_schedule and own.valid_from <= p_date
    and coalesce(own.day_of_week, own.paused_day_of_week) = extract(isodow from p_date)::int
    and (own.weeks is null or semester_week(p_date, t.class_start_date) = any(own.weeks))
  order by own.valid_from desc limit 1
$$;
