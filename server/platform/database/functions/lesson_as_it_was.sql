-- The class that a student came to by a tap that waited, as its room and times were when it was made; of several as
-- lesson_at_door chooses. `is_gone`: it does not take place now, or is archived, which an administrator decides about. Without a
-- room, since the tablet was another device, the only class of any room.
create or replace function lesson_as_it_was(
  p_student bigint, p_room bigint, p_made timestamptz, p_made_local timestamp, p_terms jsonb, out class_schedule_id bigint,
  out is_gone boolean
) language sql stable as $$
  select case when p_room is not null or came.fitting = 1 then came.id end, came.is_gone
  from (
    select c.id, count(*) over () as fitting, a.id is null as is_unmarked, was.starts,
      c.archived_at is not null or m.id is null or m.status = 'holiday' as is_gone
    from enrolment e
    join class_schedule c on c.id = e.class_schedule_id and (c.archived_at is null or p_made < c.archived_at)
    left join class_meeting m on m.class_schedule_id = c.id and m.date = p_made_local::date
    -- The date of an archived class is not planned.
    left join lateral pattern_that_fits(c.id, p_made_local::date) p on m.id is null and archived_roll_at(c.id, p_made_local::date) is not null
    cross join lateral meeting_as_at(c.id, p_made_local::date, p_made) w
    cross join lateral (select coalesce(w.start_time, m.start_time, p.start_time) as starts,
      coalesce(w.end_time, m.end_time, p.end_time) as ends, coalesce(w.classroom_id, m.classroom_id, p.classroom_id) as room, coalesce(w.status, case
        when m.status = 'holiday' then 'scheduled'
        when m.status in ('cancelled', 'moved') and p_made < m.status_changed_at then 'scheduled'
        when p.start_time is not null then 'scheduled'
        else coalesce(m.status_before_archive, m.status) end) as status
    ) was
    left join attendance a on a.student_id = p_student and a.date = p_made_local::date and a.class_schedule_id = c.id
    where e.student_id = p_student and e.enrolled_from <= p_made_local::date
      and (e.enrolled_to is null or e.enrolled_to >= p_made_local::date)
      and was.status = 'scheduled' and (p_room is null or was.room = p_room)
      and door_is_open(p_made_local::date + was.starts, p_made_local::date + was.ends, c.class_type, p_made_local, p_terms)
  ) came
  order by came.is_unmarked desc, came.starts limit 1
$$;
