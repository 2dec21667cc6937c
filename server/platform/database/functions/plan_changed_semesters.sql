-- The classes of a semester follow its class dates.
create or replace function plan_changed_semesters() returns trigger language plpgsql as $$
begin
  -- A class that is being added is waited for, as planners wait for each other, and is planned with the others.
  if act() ->> 'purpose' is distinct from 'rehearsal' then
    perform pg_advisory_xact_lock(hashtext('attendance.planning'));
  end if;
  -- Classes that name their weeks keep their dates, unless the transaction keeps the numbers.
  perform move_week_numbers(n.id, semester_week(o.class_start_date, n.class_start_date) - 1)
  from after n join before o on o.id = n.id
  where semester_week(o.class_start_date, n.class_start_date) <> 1 and not act() @> '{"keeps": "week_numbers"}';
  perform plan_meetings(array_agg(c.id))
  from after n join before o on o.id = n.id
  join class_schedule c on c.semester_id = n.id
  where (n.class_start_date, n.class_end_date) is distinct from (o.class_start_date, o.class_end_date)
  having count(*) > 0;
  return null;
end $$;
create or replace trigger semester_is_planned_again after update on semester
  referencing old table as before new table as after for each statement execute function plan_changed_semesters();
