-- Why a class has no meeting on a date: 'weekday', 'semester', 'week' (not one of its own), 'holiday', or 'missing' where it should have one.
create or replace function unplanned_problem(p_schedule bigint, p_date date) returns text language plpgsql stable as $$
begin
  return (
    select case
      when p.day_of_week is distinct from extract(isodow from p_date)::int then 'weekday'
      when p_date not between m.class_start_date and m.class_end_date then 'semester'
      when not is_in_weeks(p.weeks, p_date, m.class_start_date) then 'week'
      when exists (
        select from holiday h where h.date_to >= p_date and h.date_from <= p_date and h.archived_at is null
      ) then 'holiday'
      else 'missing'
    end
    from class_schedule c
    join semester m on m.id = c.semester_id
    left join lateral (
      select own.day_of_week, own.weeks from class_schedule_pattern own
      where own.class_schedule_id = c.id and own.valid_from <= p_date order by own.valid_from desc limit 1
    ) p on true
    where c.id = p_schedule
  );
end $$;
