-- Whether what somebody did on a mark at p_at stands over what waited for the network. A tap of a device is no request of a
-- user, also where an administrator accepts it: it was not under way.
create or replace function stands_over(p_at timestamptz, p_by bigint, p_mark new_mark, p_terms mark_terms)
returns boolean language sql stable as $$
  select p_mark.waited
    and is_superseded(p_at, p_by, p_mark.made, case when p_terms.device is null then p_mark.made_by end)
$$;
