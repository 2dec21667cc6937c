-- The meetings that the patterns ask for: each class on its weekday, in its weeks, within its semester's class dates.
drop function if exists weekly_meetings(bigint[], date, date);
create or replace function weekly_meetings(p_classes bigint[], p_from date, p_to date) returns table (
  class_schedule_id bigint, date date, start_time time, end_time time, classroom_id bigint, teacher_id bigint, status text,
  co_teacher_ids bigint[], more_classroom_ids bigint[]
) language sql stable as $$
  select c.id, (first.date + 7 * week.number)::date, p.start_time, p.end_time, p.classroom_id, p.teacher_id,
    case when exists (
      select from holiday h
      where h.date_to >= first.date + 7 * week.number and h.date_from <= first.date + 7 * week.number
        and h.archived_at is null
    ) then 'holiday' else 'scheduled' end,
    p.co_teacher_ids, p.more_classroom_ids
  from class_schedule c
  join semester m on m.id = c.semester_id
  join lateral (
    select own.*, lead(own.valid_from) over (order by own.valid_from) - 1 as valid_to
    from class_schedule_pattern own where own.class_schedule_id = c.id
  ) p on true
  cross join lateral (
    select greatest(p.valid_from, m.class_start_date, p_from) as since,
      least(p.valid_to, m.class_end_date, p_to) as until
  ) span
  cross join lateral (
    -- The first such weekday on or after the beginning.
    select span.since + mod(p.day_of_week - extract(isodow from span.since)::int + 7, 7) as date
  ) first
  cross join lateral generate_series(0, (span.until - first.date) / 7) as week(number)
  where (p_classes is null or c.id = any(p_classes)) and p.day_of_week is not null and first.date <= span.until
    and is_in_weeks(p.weeks, (first.date + 7 * week.number)::date, m.class_start_date)
$$;
