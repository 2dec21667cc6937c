-- The meeting that took place on a date when something was made; no row where none did. What was made after its class was
-- archived was made of none.
drop function if exists meeting_that_was_held(bigint, date, timestamptz);
create or replace function meeting_that_was_held(p_schedule bigint, p_date date, p_made timestamptz) returns table (
  start_time time, end_time time, classroom_id bigint, teacher_id bigint, covering_teacher_id bigint,
  co_teacher_ids bigint[], changed_places jsonb, more_classroom_ids bigint[]
) language sql stable as $$
  select w.start_time, w.end_time, w.classroom_id, w.teacher_id, w.covering_teacher_id, w.co_teacher_ids,
    w.changed_places, w.more_classroom_ids
  from class_schedule c cross join lateral meeting_as_at(c.id, p_date, p_made) w
  where c.id = p_schedule and (c.archived_at is null or p_made < c.archived_at) and w.status = 'scheduled'
$$;
