-- When the class of a roll was archived, which would be held on that date otherwise; null for any other (R-ROLL-25).
create or replace function archived_roll_at(p_schedule bigint, p_date date) returns timestamptz language sql stable as $$
  select c.archived_at from class_schedule c
  join semester t on t.id = c.semester_id
  left join class_meeting m on m.class_schedule_id = c.id and m.date = p_date
  where c.id = p_schedule and case
    when m.status is not null then m.status = 'scheduled' or m.status_before_archive is not null
    else exists (select from pattern_that_fits(c.id, p_date)) and p_date between t.class_start_date and t.class_end_date
      and not exists (
        select from holiday h where h.date_to >= p_date and h.date_from <= p_date and h.archived_at is null
      )
  end
$$;
