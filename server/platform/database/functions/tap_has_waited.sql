-- Whether a tap came so late that its class, card or teacher may have changed since (R-DOOR-4).
create or replace function tap_has_waited(p_made timestamptz, p_now timestamptz) returns boolean
language sql immutable as $$
  select p_now - p_made > interval '1 minute';
$$;
