-- The class that a student came to by a tap that waited, as its room and times were when it was made; of several as
-- lesson_at_door chooses. One that did not take place then, but does now, counts as it is. `is_gone`: it does not take place now,
-- or is archived, which an administrator decides about. Without a room, since the tablet was another device, the only class of any
-- room.
drop function if exists lesson_as_it_was(bigint, bigint, timestamptz, timestamp, jsonb);
create or replace function lesson_as_it_was(
  p_student bigint, p_room bigint, p_made timestamptz, p_made_local timestamp, p_terms door_terms, out class_schedule_id bigint,
  out is_gone boolean
) language sql stable as $$
  select case when p_room is not null or came.fitting = 1 then came.id end, came.is_gone
  from (
    select c.id, count(*) over () as fitting, a.id is null as is_unmarked, was.start_time,
      c.archived_at is not null or m.id is null or m.status = 'holiday' as is_gone
    from enrolment e
    join class_schedule c on c.id = e.class_schedule_id
    left join class_meeting m on m.class_schedule_id = c.id and m.date = p_made_local::date
    cross join lateral (
      select w.start_time, w.end_time, w.classroom_id, w.more_classroom_ids, true as is_former
      from meeting_that_was_held(c.id, p_made_local::date, p_made) w
      union all
      select m.start_time, m.end_time, m.classroom_id, m.more_classroom_ids, false where m.status = 'scheduled' and c.archived_at is null
      order by is_former desc limit 1
    ) was
    left join attendance a on a.student_id = p_student and a.date = p_made_local::date and a.class_schedule_id = c.id
    where e.student_id = p_student and e.enrolled_from <= p_made_local::date
      and (e.enrolled_to is null or e.enrolled_to >= p_made_local::date)
      and (p_room is null or was.classroom_id = p_room or p_room = any(was.more_classroom_ids))
      and is_open_at_door(p_made_local::date + was.start_time, p_made_local::date + was.end_time, c.class_type, p_made_local,
        p_terms)
  ) came
  order by came.is_unmarked desc, came.start_time limit 1
$$;
