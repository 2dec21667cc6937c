-- A new class has its pattern from the beginning, and its meetings, by every writer.
create or replace function plan_new_classes() returns trigger language plpgsql as $$
begin
  insert into class_schedule_pattern (class_schedule_id, valid_from, day_of_week, start_time, end_time, classroom_id, teacher_id, payroll_id, weeks,
    co_teacher_ids, co_payrolls, more_classroom_ids)
  select id, '0001-01-01', day_of_week, start_time, end_time, classroom_id, teacher_id, payroll_id, weeks, co_teacher_ids, co_payrolls,
    more_classroom_ids
  from added;
  perform pause_pattern(id, institute_now()::date) from added where archived_at is not null;
  perform plan_meetings(array(select id from added));
  return null;
end $$;
create or replace trigger class_schedule_is_planned after insert on class_schedule
  referencing new table as added for each statement execute function plan_new_classes();
