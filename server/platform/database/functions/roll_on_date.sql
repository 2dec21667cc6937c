-- The roll of a class on a date: whether and when the class takes place, and whether its roll is closed; no row when
-- there is no such class. Inlined where it is joined.
-- 'missing': it takes place, but planning has not added the meeting yet.
create or replace function roll_on_date(p_schedule bigint, p_date date) returns table (
  problem text, class_type text, starts_at timestamp, ends_at timestamp, closed_at timestamptz, reopened_at timestamptz,
  status_changed_at timestamptz
) language sql stable as $$
  select
    case
      when c.archived_at is not null then 'archived'
      when m.status = 'scheduled' then 'none'
      when m.status is not null then m.status
      else unplanned_problem(c.id, p_date)
    end,
    c.class_type, p_date + coalesce(m.start_time, c.start_time), p_date + coalesce(m.end_time, c.end_time),
    m.closed_at, m.reopened_at, m.status_changed_at
  from class_schedule c left join class_meeting m on m.class_schedule_id = c.id and m.date = p_date
  where c.id = p_schedule
$$;
