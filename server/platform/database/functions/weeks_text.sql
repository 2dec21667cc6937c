-- Weeks as text, `1-6,8`; those before the first week of the semester are left out. As `weeksText` in contract/weeks.ts.
create or replace function weeks_text(p_weeks smallint[]) returns text language sql immutable strict parallel safe as $$
  select coalesce(string_agg(case when first = last then first::text else first || '-' || last end, ',' order by first), '')
  from (
    select min(week) as first, max(week) as last
    from (select week, week - row_number() over (order by week) as range from unnest(p_weeks) week where week > 0) numbered
    group by range
  ) ranges
$$;
