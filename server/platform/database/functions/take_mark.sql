-- As the previous release calls it, until it no longer runs.
create or replace function take_mark(
  p_key text, p_by text, p_schedule bigint, p_date date, p_status text, p_how text, p_user bigint, p_now timestamptz
) returns jsonb language sql as $$
  select mark_student(p_key, p_by, p_schedule, p_date, p_status, p_how, p_user, p_now, null)
$$;
