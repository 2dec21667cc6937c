-- Whether a device answers nothing for a minute, because somebody tries cards at it: who it is for learns nothing, marks go on.
drop function if exists pause_guessing(bigint, integer, timestamptz, bigint[], timestamptz, jsonb);
create or replace function pause_guessing(
  p_device bigint, p_generation integer, p_paused_until timestamptz, p_fresh bigint[], p_now timestamptz, p_terms door_terms
) returns boolean language plpgsql as $$
begin
  if (
    select count(distinct k.card) from device_tap k
    where k.device_id = p_device and k.received_at > p_now - interval '1 minute' and k.outcome = 'unknown'
  ) >= p_terms.unknown_cards then
    p_paused_until := p_now + interval '1 minute';
    update device set paused_until = p_paused_until where id = p_device;
  end if;
  if coalesce(p_paused_until <= p_now, true) then
    return false;
  end if;
  -- Sent again after that minute, they would say which of them were cards.
  update device_tap set silent = true
  where device_id = p_device and generation = p_generation and sequence = any(p_fresh);
  return true;
end $$;
