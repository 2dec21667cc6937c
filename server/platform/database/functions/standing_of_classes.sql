-- Classes whose meetings were added, removed, cancelled, moved, closed or given other times: the standing of their
-- students is computed again.
create or replace function standing_of_classes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into standing_due (class_schedule_id) select distinct class_schedule_id from after;
  elsif tg_op = 'DELETE' then
    insert into standing_due (class_schedule_id) select distinct class_schedule_id from before;
  else
    insert into standing_due (class_schedule_id)
    select distinct n.class_schedule_id from after n join before o on o.id = n.id
    where (n.date, n.start_time, n.end_time, n.status, n.closed_at is null)
      is distinct from (o.date, o.start_time, o.end_time, o.status, o.closed_at is null);
  end if;
  return null;
end $$;
create or replace trigger class_meeting_adds_to_standing after insert on class_meeting
  referencing new table as after for each statement execute function standing_of_classes();
create or replace trigger class_meeting_changes_standing after update on class_meeting
  referencing old table as before new table as after for each statement execute function standing_of_classes();
create or replace trigger class_meeting_leaves_standing after delete on class_meeting
  referencing old table as before for each statement execute function standing_of_classes();
