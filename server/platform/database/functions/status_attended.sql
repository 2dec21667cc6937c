-- Whether a student with this status was there, as contract/status.ts has it.
create or replace function status_attended(p_status text) returns boolean language sql immutable parallel safe as $$
  select p_status in ('Present')
$$;
