-- Whether a class on a date carries what planning must leave: marks, notes, a check-in or a request for one.
create or replace function carries_something(p_schedule bigint, p_date date) returns boolean language sql stable as $$
  select exists (select from attendance a where a.class_schedule_id = p_schedule and a.date = p_date)
    or exists (select from payroll_log l where l.class_schedule_id = p_schedule and l.date = p_date)
    or exists (select from attendance_note n where n.class_schedule_id = p_schedule and n.date = p_date)
    or exists (select from check_in_request r where r.class_schedule_id = p_schedule and r.date = p_date)
$$;
