-- The times, room and status that a class had on a date at an earlier moment, where they were changed after it; null otherwise.
-- Changes of holidays and semesters are not among the operations.
drop function if exists meeting_as_at(bigint, date, timestamptz);
create or replace function meeting_as_at(
  p_schedule bigint, p_date date, p_moment timestamptz, out start_time time, out end_time time, out classroom_id bigint,
  out teacher_id bigint, out status text
) language sql stable as $$
  select (b.row ->> 'start_time')::time, (b.row ->> 'end_time')::time, (b.row ->> 'classroom_id')::bigint,
    (b.row ->> 'teacher_id')::bigint, b.row ->> 'status'
  from operation o cross join jsonb_array_elements(o.before) b(row)
  where o.done_at > p_moment and o.undone_at is null
    and (b.row ->> 'class_schedule_id')::bigint = p_schedule and (b.row ->> 'date')::date = p_date
  order by o.done_at, o.id limit 1
$$;
