-- Changes what a class is from a date on. Changes that were planned for later dates keep what this one does not name;
-- with p_keeps_later, a column that one of them changes holds until then, and not after it.
-- p_changes: columns of class_schedule_pattern by name.
create or replace function change_pattern(
  p_schedule bigint, p_from date, p_changes jsonb, p_keeps_later boolean default false
) returns void language plpgsql as $$
begin
  insert into class_schedule_pattern (class_schedule_id, valid_from, day_of_week, start_time, end_time,
    classroom_id, teacher_id, payroll_id, paused_day_of_week, weeks, co_teacher_ids, co_payrolls, more_classroom_ids)
  select p.class_schedule_id, p_from, p.day_of_week, p.start_time, p.end_time, p.classroom_id, p.teacher_id, p.payroll_id,
    p.paused_day_of_week, p.weeks, p.co_teacher_ids, p.co_payrolls, p.more_classroom_ids
  from class_schedule_pattern p
  where p.class_schedule_id = p_schedule and p.valid_from < p_from
  order by p.valid_from desc limit 1
  on conflict (class_schedule_id, valid_from) do nothing;

  with own as (
    select p.*, coalesce(p.day_of_week, p.paused_day_of_week) as weekday from class_schedule_pattern p
    where p.class_schedule_id = p_schedule and p.valid_from >= p_from
  ), beside as (
    select own.*, valid_from > p_from and p_keeps_later as is_later,
      lag(weekday) over by_date as former_weekday, lag(weeks) over by_date as former_weeks, lag(start_time) over by_date as former_start,
      lag(end_time) over by_date as former_end, lag(classroom_id) over by_date as former_classroom,
      lag(teacher_id) over by_date as former_teacher, lag(payroll_id) over by_date as former_payroll,
      lag(co_teacher_ids) over by_date as former_co_teachers, lag(co_payrolls) over by_date as former_co_payrolls,
      lag(more_classroom_ids) over by_date as former_more_rooms
    from own window by_date as (order by valid_from)
  ), planned as (
    select beside.*,
      bool_or(is_later and weekday is distinct from former_weekday) over by_date as keeps_weekday,
      bool_or(is_later and weeks is distinct from former_weeks) over by_date as keeps_weeks,
      -- A start without its end could come after it.
      bool_or(is_later and (start_time, end_time) is distinct from (former_start, former_end)) over by_date as keeps_times,
      bool_or(is_later and classroom_id <> former_classroom) over by_date as keeps_classroom,
      bool_or(is_later and teacher_id <> former_teacher) over by_date as keeps_teacher,
      bool_or(is_later and payroll_id is distinct from former_payroll) over by_date as keeps_payroll,
      bool_or(is_later and co_teacher_ids is distinct from former_co_teachers) over by_date as keeps_co_teachers,
      bool_or(is_later and co_payrolls is distinct from former_co_payrolls) over by_date as keeps_co_payrolls,
      bool_or(is_later and more_classroom_ids is distinct from former_more_rooms) over by_date as keeps_more_rooms
    from beside window by_date as (order by valid_from)
  )
  update class_schedule_pattern p set
    day_of_week = case when k.day_of_week is not null then changed.day_of_week end,
    paused_day_of_week = case when k.paused_day_of_week is not null
      then coalesce(changed.day_of_week, k.paused_day_of_week) end,
    start_time = changed.start_time, end_time = changed.end_time,
    classroom_id = changed.classroom_id, teacher_id = changed.teacher_id, payroll_id = changed.payroll_id, weeks = changed.weeks,
    co_teacher_ids = changed.co_teacher_ids, co_payrolls = changed.co_payrolls, more_classroom_ids = changed.more_classroom_ids
  from planned k
  cross join lateral jsonb_populate_record(
    (select own from class_schedule_pattern own
      where own.class_schedule_id = k.class_schedule_id and own.valid_from = k.valid_from),
    p_changes
      - case when k.keeps_weekday then array['day_of_week'] else '{}' end
      - case when k.keeps_weeks then array['weeks'] else '{}' end
      - case when k.keeps_times then array['start_time', 'end_time'] else '{}' end
      - case when k.keeps_classroom then array['classroom_id'] else '{}' end
      - case when k.keeps_teacher then array['teacher_id'] else '{}' end
      - case when k.keeps_payroll then array['payroll_id'] else '{}' end
      - case when k.keeps_co_teachers then array['co_teacher_ids'] else '{}' end
      - case when k.keeps_co_payrolls then array['co_payrolls'] else '{}' end
      - case when k.keeps_more_rooms then array['more_classroom_ids'] else '{}' end
  ) changed
  where p.class_schedule_id = k.class_schedule_id and p.valid_from = k.valid_from;
end $$;
