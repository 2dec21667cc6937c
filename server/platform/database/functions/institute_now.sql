-- The institute's local date and time: the server sets it where a plan depends on it; otherwise the database's own.
create or replace function institute_now() returns timestamp language sql stable as $$
  select coalesce((act() ->> 'now')::timestamp, localtimestamp)
$$;
