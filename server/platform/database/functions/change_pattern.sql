-- Changes what a class is from a date on. Changes that were planned for later dates keep what this one does not name.
-- p_changes: columns of class_schedule_pattern by name.
create or replace function change_pattern(p_schedule bigint, p_from date, p_changes jsonb) returns void language plpgsql as $$
begin
  insert into class_schedule_pattern
  select p.class_schedule_id, p_from, p.day_of_week, p.start_time, p.end_time, p.classroom_id, p.teacher_id, p.payroll_id
  from class_schedule_pattern p
  where p.class_schedule_id = p_schedule and p.valid_from < p_from
  order by p.valid_from desc limit 1
  on conflict (class_schedule_id, valid_from) do nothing;

  update class_schedule_pattern p set
    day_of_week = case when own.day_of_week is not null then changed.day_of_week end, start_time = changed.start_time, end_time = changed.end_time,
    classroom_id = changed.classroom_id, teacher_id = changed.teacher_id, payroll_id = changed.payroll_id
  from class_schedule_pattern own
  cross join lateral jsonb_populate_record(own, p_changes) changed
  where own.class_schedule_id = p_schedule and own.valid_from >= p_from
    and p.class_schedule_id = own.class_schedule_id and p.valid_from = own.valid_from;
end $$;
