-- The columns of classes (null: of all) follow the pattern that comes into force tomorrow at the latest. Returns how many
-- changed.
create or replace function adopt_patterns(p_classes bigint[] default null) returns integer language plpgsql as $$
declare
  tomorrow date := institute_now()::date + 1;
  former constant text := act() ->> 'purpose';
  changed integer;
begin
  -- For the trigger: the patterns have what is adopted already, and what is planned after it.
  perform set_act('{"purpose": "adoption"}');
  update class_schedule c set day_of_week = p.day_of_week, start_time = p.start_time, end_time = p.end_time,
    classroom_id = p.classroom_id, teacher_id = p.teacher_id, payroll_id = p.payroll_id,
    weeks = p.weeks, co_teacher_ids = p.co_teacher_ids, co_payrolls = p.co_payrolls,
    more_classroom_ids = p.more_classroom_ids
  from (
    select distinct on (class_schedule_id) * from class_schedule_pattern
    where valid_from <= tomorrow order by class_schedule_id, valid_from desc
  ) p
  where p.class_schedule_id = c.id and p.day_of_week is not null
    and (p_classes is null or c.id = any(p_classes))
    and (c.day_of_week, c.start_time, c.end_time, c.classroom_id, c.teacher_id, c.payroll_id, c.weeks, c.co_teacher_ids,
        c.co_payrolls, c.more_classroom_ids)
      is distinct from (p.day_of_week, p.start_time, p.end_time, p.classroom_id, p.teacher_id, p.payroll_id, p.weeks,
        p.co_teacher_ids, p.co_payrolls, p.more_classroom_ids);
  get diagnostics changed = row_count;
  perform set_act(jsonb_build_object('purpose', former));
  return changed;
end $$;
