-- The time of what waited for the network: not after now, and of a browser whose clock may be wrong not before the roll
-- opens, unless it was made within three hours before, the roll has not opened yet, or something was done on it before that
-- (p_first) (R-ROLL-14).
drop function if exists waited_made_at(timestamptz, timestamp, text, jsonb);
drop function if exists waited_made_at(timestamptz, timestamp, text, mark_terms);
create or replace function waited_made_at(
  p_now timestamptz, p_opens timestamptz, p_first timestamptz, p_made timestamptz
) returns timestamptz language sql immutable as $$
  select case when p_now < p_opens or p_first < p_opens or p_made >= p_opens - interval '3 hours' then least(p_now, p_made)
    else greatest(least(p_now, p_made), p_opens) end
$$;
