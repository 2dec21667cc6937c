-- Whether a revoked device may still send taps, which are held: of before it was revoked, and not too many.
drop function if exists takes_held_taps(bigint, timestamptz, jsonb, jsonb);
create or replace function takes_held_taps(p_device bigint, p_revoked_at timestamptz, p_taps jsonb, p_terms door_terms)
returns boolean language plpgsql stable as $$
begin
  return exists (select from jsonb_to_recordset(p_taps) t(at timestamptz) where t.at < p_revoked_at)
    and hold_tap(p_device, p_terms) ->> 'outcome' = 'held';
end $$;
