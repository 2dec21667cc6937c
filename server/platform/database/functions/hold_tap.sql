-- The answer to a tap that an administrator decides about (R-DOOR-8): held, or too old where the device has too many.
drop function if exists hold_tap(bigint, jsonb);
create or replace function hold_tap(p_device bigint, p_terms door_terms) returns jsonb language sql stable as $$
  select jsonb_build_object('outcome', case
    when (select count(*) from device_tap k where k.device_id = p_device and k.outcome = 'held')
      < p_terms.held_taps then 'held' else 'stale' end)
$$;
