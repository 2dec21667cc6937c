-- Whether a mark was made or confirmed after what waited for the network and arrives now (R-ROLL-14). A request of the same user
-- may have been under way for seconds when this was made: its mark has the time at which it arrived, and is the earlier.
create or replace function is_superseded(p_marked_at timestamptz, p_marked_by bigint, p_made timestamptz, p_user bigint)
returns boolean language sql immutable as $$
  select coalesce(p_marked_at > p_made
    and not coalesce(p_marked_by = p_user and p_marked_at <= p_made + interval '15 seconds', false), false)
$$;
