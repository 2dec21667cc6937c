-- The meetings on the dates of holidays that were added, changed or removed.
create or replace function plan_changed_holidays() returns trigger language plpgsql as $$
declare
  first date;
  last date;
begin
  -- The transition tables of an event exist in it alone.
  if tg_op = 'INSERT' then
    select min(date_from), max(date_to) into first, last from after;
  elsif tg_op = 'DELETE' then
    select min(date_from), max(date_to) into first, last from before;
  else
    select min(date_from), max(date_to) into first, last
    from (select date_from, date_to from before union all select date_from, date_to from after) either;
  end if;
  if first is not null then
    perform plan_meetings(null, first, last);
  end if;
  return null;
end $$;
create or replace trigger holiday_is_added after insert on holiday
  referencing new table as after for each statement execute function plan_changed_holidays();
create or replace trigger holiday_is_changed after update on holiday
  referencing old table as before new table as after for each statement execute function plan_changed_holidays();
create or replace trigger holiday_is_removed after delete on holiday
  referencing old table as before for each statement execute function plan_changed_holidays();
