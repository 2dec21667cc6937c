-- Meetings for rolls that have none, as a tap leaves one that was made while planning removed it. Returns how many.
create or replace function add_meetings_of_marks() returns integer language plpgsql as $$
declare
  added integer;
begin
  insert into class_meeting (class_schedule_id, date, start_time, end_time, classroom_id, teacher_id, origin, co_teacher_ids,
    more_classroom_ids)
  select c.id, taken.date, p.start_time, p.end_time, p.classroom_id, p.teacher_id, 'migrated', p.co_teacher_ids,
    p.more_classroom_ids
  from (
    select class_schedule_id, date from attendance group by class_schedule_id, date
  ) taken
  join class_schedule c on c.id = taken.class_schedule_id
  cross join lateral (
    select * from class_schedule_pattern own
    where own.class_schedule_id = c.id and own.valid_from <= taken.date order by own.valid_from desc limit 1
  ) p
  where not exists (
    select from class_meeting m where m.class_schedule_id = taken.class_schedule_id and m.date = taken.date
  )
  on conflict (class_schedule_id, date) do nothing;
  get diagnostics added = row_count;
  return added;
end $$;
