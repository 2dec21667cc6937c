-- The instant of a local time. An hour that comes twice, as clocks go back, is the first of them, as in the rest of the program;
-- PostgreSQL alone takes the second one.
create or replace function local_instant(p_local timestamp, p_zone text) returns timestamptz
language sql immutable parallel safe as $$
  select least(p_local at time zone p_zone, (p_local - interval '1 hour') at time zone p_zone + interval '1 hour')
$$;
