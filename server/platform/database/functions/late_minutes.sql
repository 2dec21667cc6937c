-- Whole minutes from the start of a class to a mark that was made during it; null when it was not, or made no later
-- than the class's type allows.
create or replace function late_minutes(p_made timestamp, p_starts timestamp, p_ends timestamp, p_limit integer) returns integer
language sql immutable as $$
  select case when p_limit > 0 and p_made <= p_ends then
    nullif(greatest(floor(extract(epoch from p_made - p_starts) / 60)::int, p_limit), p_limit)
  end
$$;
