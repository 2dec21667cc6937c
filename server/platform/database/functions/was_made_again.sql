-- Whether somebody else, or a device, has made a student's mark again: an undo of it leaves it (R-ROLL-21).
create or replace function was_made_again(p_student bigint, p_schedule bigint, p_date date, p_user bigint) returns boolean
language sql stable as $$
  select exists (
    select from attendance a
    where a.student_id = p_student and a.class_schedule_id = p_schedule and a.date = p_date
      and a.confirmed_at is not null and a.confirmed_by is distinct from p_user
  )
$$;
