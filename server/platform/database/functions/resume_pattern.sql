-- A class has weekly meetings again from a date on, as its columns say.
create or replace function resume_pattern(p_schedule bigint, p_from date) returns void language plpgsql as $$
begin
  delete from class_schedule_pattern where class_schedule_id = p_schedule and valid_from >= p_from;
  insert into class_schedule_pattern (class_schedule_id, valid_from, day_of_week, start_time, end_time, classroom_id, teacher_id, payroll_id)
  select id, p_from, day_of_week, start_time, end_time, classroom_id, teacher_id, payroll_id
  from class_schedule where id = p_schedule;
end $$;
