-- The meeting of a class on a date as it was at a moment, by whatever it was changed since: the first state that was replaced
-- after it (store_former_meetings), or the present one; no row where there was none. With what waited for the network alone.
drop function if exists meeting_as_at(bigint, date, timestamptz);
create or replace function meeting_as_at(p_schedule bigint, p_date date, p_moment timestamptz) returns table (
  start_time time, end_time time, classroom_id bigint, teacher_id bigint, covering_teacher_id bigint, co_teacher_ids bigint[],
  changed_places jsonb, more_classroom_ids bigint[], status text
) language sql stable as $$
  with former as (
    select f.* from former_meeting f
    where f.date = p_date and f.class_schedule_id = p_schedule and f.changed_at > p_moment
    order by f.number limit 1
  )
  select f.start_time, f.end_time, f.classroom_id, f.teacher_id, f.covering_teacher_id, f.co_teacher_ids, f.changed_places,
    f.more_classroom_ids, f.status
  from former f where f.status is not null
  union all
  select m.start_time, m.end_time, m.classroom_id, m.teacher_id, m.covering_teacher_id, m.co_teacher_ids, m.changed_places,
    m.more_classroom_ids, m.status
  from class_meeting m
  where m.class_schedule_id = p_schedule and m.date = p_date and not exists (select from former)
$$;
