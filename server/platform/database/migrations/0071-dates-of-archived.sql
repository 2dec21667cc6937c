-- compatible
-- functions 4c7e38ab5c2c6a82
-- Dates of an archived class that were changed by hand are not held until it is restored (`hold_dates_of_archived`).
alter table class_meeting add column status_before_archive text;
alter table class_meeting add constraint class_meeting_status_before_archive_check
  check (status_before_archive in ('scheduled', 'holiday')) not valid;
update class_meeting g set status = 'cancelled', status_before_archive = g.status, sequence = default
from class_schedule c
where c.id = g.class_schedule_id and c.archived_at is not null and g.status = 'scheduled' and g.date > current_date
  and not exists (
    select from attendance a where a.class_schedule_id = g.class_schedule_id and a.date = g.date
  );
