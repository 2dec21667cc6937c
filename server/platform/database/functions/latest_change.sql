-- The latest change of a student's mark, by any user or device; null where the student has never had one.
create or replace function latest_change(p_student bigint, p_schedule bigint, p_date date) returns bigint
language sql stable as $$
  select max(h.id) from attendance_history h
  where h.student_id = p_student and h.class_schedule_id = p_schedule and h.date = p_date and h.again is null
$$;
