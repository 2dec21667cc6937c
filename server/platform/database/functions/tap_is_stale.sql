-- Whether a tap is too old for a device's clock alone to prove its time: after a day only the tap before it does, and the
-- device's clock when it sends.
drop function if exists tap_is_stale(bigint, integer, bigint, timestamptz, timestamptz, jsonb);
create or replace function tap_is_stale(
  p_device bigint, p_generation integer, p_sequence bigint, p_made timestamptz, p_now timestamptz, p_terms door_terms
) returns boolean language plpgsql stable as $$
begin
  if p_made >= p_now - interval '24 hours' or p_terms.accepted_by is not null then
    return false;
  end if;
  return not (coalesce(p_terms.corrected, false) and coalesce((
    select k.tapped_at <= p_made + interval '5 minutes' and k.outcome <> 'future' from device_tap k
    where k.device_id = p_device and (k.generation, k.sequence) < (p_generation, p_sequence)
    order by k.generation desc, k.sequence desc limit 1
  ), p_sequence = 1 and p_made >= (select created_at from device where id = p_device)));
end $$;
