-- The class that a teacher came to by a tap that waited, as its room and times were when it was made (lesson_as_it_was). Whose
-- class it is, and who is paid for it, is as it is now where it has not gone from the date.
create or replace function teacher_lesson_as_it_was(
  p_teacher bigint, p_room bigint, p_made timestamptz, p_at timestamp, p_terms jsonb, out class_schedule_id bigint, out date date,
  out is_here boolean, out room_number text, out starts text, out is_gone boolean
) language sql stable as $$
  select c.id, p_at::date, was.classroom_id = p_room, r.room_number, to_char(was.start_time, 'HH24:MI'),
    c.archived_at is not null or m.id is null or m.status = 'holiday'
  from (
    select g.class_schedule_id as id from class_meeting g
    where g.date = p_at::date and p_teacher in (g.teacher_id, g.covering_teacher_id)
    union
    select f.class_schedule_id from former_meeting f
    where f.date = p_at::date and f.changed_at > p_made and p_teacher in (f.teacher_id, f.covering_teacher_id)
  ) own
  join class_schedule c on c.id = own.id
  left join class_meeting m on m.class_schedule_id = c.id and m.date = p_at::date
  cross join lateral (
    select w.start_time, w.end_time, w.classroom_id, coalesce(w.covering_teacher_id, w.teacher_id) as teacher, true as is_former
    from meeting_that_was_held(c.id, p_at::date, p_made) w
    union all
    select m.start_time, m.end_time, m.classroom_id, null, false where m.status = 'scheduled' and c.archived_at is null
    order by is_former desc limit 1
  ) was
  join classroom r on r.id = was.classroom_id
  where coalesce(m.covering_teacher_id, m.teacher_id, was.teacher) = p_teacher
    and p_at < p_at::date + was.end_time
    and p_at >= p_at::date + was.start_time - make_interval(mins => (p_terms ->> 'check_in_before')::int)
  order by was.classroom_id = p_room desc, was.start_time limit 1
$$;
