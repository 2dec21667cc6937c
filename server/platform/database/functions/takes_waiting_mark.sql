-- Whether a closed roll takes what a user made at p_made and sends now (R-ROLL-25); otherwise it is held.
drop function if exists takes_waiting_mark(
  bigint, date, bigint, timestamptz, timestamptz, timestamp, timestamptz, jsonb
);
create or replace function takes_waiting_mark(
  p_schedule bigint, p_date date, p_user bigint, p_now timestamptz, p_made timestamptz, p_ends_at timestamp,
  p_closed_at timestamptz, p_terms mark_terms
) returns boolean language sql stable as $$
  select coalesce(
    (p_terms.manages or owns_roll(p_schedule, p_date, p_user, p_terms.teacher))
    and p_now <= closed.at + interval '24 hours'
    and (p_made at time zone p_terms.zone <= p_ends_at or p_made <= closed.at), false)
  from (
    select coalesce(p_closed_at, (p_date + p_terms.edit_days + 1)::timestamp at time zone p_terms.zone) as at
  ) closed
$$;
