-- From when a change of a class holds unless somebody says it: today, or tomorrow where today's meeting has begun or
-- carries something.
create or replace function default_change_date(p_schedule bigint) returns date language sql stable as $$
  select institute_now()::date + case when exists (
    select from class_meeting m
    where m.class_schedule_id = p_schedule and m.date = institute_now()::date and m.status <> 'moved'
      and (m.start_time <= institute_now()::time or carries_something(m.class_schedule_id, m.date))
  ) then 1 else 0 end
$$;
