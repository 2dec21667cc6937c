-- Notes what a device says of itself; not with each tap: the row would be written a hundred thousand times a day.
create or replace function note_device(p_device bigint, p_about jsonb, p_now timestamptz) returns void language plpgsql as $$
begin
  update device set seen_at = p_now, version = p_about ->> 'version', battery = (p_about ->> 'battery')::int,
    waiting = (p_about ->> 'waiting')::int
  where id = p_device and (
    seen_at is null or seen_at < p_now - interval '10 seconds'
    or (p_about ->> 'version') is distinct from version
    or (p_about ->> 'battery')::int is distinct from battery
    or (p_about ->> 'waiting')::int is distinct from waiting
  );
end $$;
