-- Changes fields of what the transaction does; null removes a field.
create or replace function set_act(p_fields jsonb) returns void language sql as $$
  select set_config('attendance.act', jsonb_strip_nulls(act() || p_fields)::text, true)
$$;
