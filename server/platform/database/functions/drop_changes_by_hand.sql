-- Covers, rooms and times that were changed by hand go with a date that a change of the class leaves, unless it carries
-- something.
create or replace function drop_changes_by_hand(p_classes bigint[], p_from date) returns void language plpgsql as $$
begin
  delete from class_meeting m
  where m.class_schedule_id = any(p_classes) and m.date >= p_from
    and m.origin = 'weekly' and m.status in ('scheduled', 'holiday')
    and not exists (
      select from weekly_meetings(p_classes, p_from, '9999-12-31') w
      where w.class_schedule_id = m.class_schedule_id and w.date = m.date
    )
    and not carries_something(m.class_schedule_id, m.date);
end $$;
