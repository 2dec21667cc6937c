-- The time of what waited for the network: not after now, and not before the roll opens, since a browser's clock may be
-- wrong (R-ROLL-14). p_starts_at is local.
drop function if exists waited_made_at(timestamptz, timestamp, text, jsonb);
create or replace function waited_made_at(p_now timestamptz, p_starts_at timestamp, p_class_type text, p_terms mark_terms)
returns timestamptz language sql immutable as $$
  select greatest(
    least(p_now, p_terms.made_at),
    (p_starts_at - make_interval(mins => coalesce((p_terms.opens_by ->> p_class_type)::int, p_terms.opens, 15)))
      at time zone p_terms.zone)
$$;
