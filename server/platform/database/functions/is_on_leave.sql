-- Whether an approved leave of a student includes a day.
create or replace function is_on_leave(p_student bigint, p_date date) returns boolean language plpgsql stable as $$
begin
  return exists (
    select from leave l
    where l.student_id = p_student and p_date between l.leave_from and l.leave_to and l.archived_at is null
  );
end $$;
