-- Whether a roll takes no changes: it was closed, or the days for editing it have passed (0: no limit).
create or replace function roll_closed(
  p_date date, p_closed_at timestamptz, p_reopened_at timestamptz, p_edit_days integer, p_today date
) returns boolean language sql stable as $$
  select p_closed_at is not null
    or (p_edit_days > 0 and p_today > greatest(p_date, p_reopened_at::date) + p_edit_days)
$$;
