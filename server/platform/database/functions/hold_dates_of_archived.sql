-- Dates to come that were changed by hand, or added, are not held while their class is archived, and are again once it is
-- restored. Dates that have passed meanwhile stay cancelled.
create or replace function hold_dates_of_archived(p_classes bigint[]) returns void language plpgsql as $$
begin
  update class_meeting g set status = 'cancelled', status_before_archive = g.status, sequence = default
  from class_schedule c
  where c.id = any(p_classes) and g.class_schedule_id = c.id and c.archived_at is not null
    and g.status = 'scheduled' and g.date >= institute_now()::date
    and not carries_something(g.class_schedule_id, g.date);
  update class_meeting g set status_before_archive = null, sequence = default,
    status = case when g.date >= institute_now()::date and g.status = 'cancelled' then g.status_before_archive else g.status end
  from class_schedule c
  where c.id = any(p_classes) and g.class_schedule_id = c.id and c.archived_at is null
    and g.status_before_archive is not null;
end $$;
