-- Only what has lain for its time may be forgotten, and only by the retention (never what is younger than 30 days).
create or replace function may_be_forgotten(happened timestamptz) returns boolean language sql stable as $$
  select act() @> '{"purpose": "retention"}' and happened < now() - interval '30 days'
$$;
