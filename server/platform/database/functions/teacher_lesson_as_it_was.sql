-- The class that a teacher came to by a tap that waited, as its room and times were when it was made (lesson_as_it_was). Whose
-- class it is, and who is paid for it, is as it is now where it has not gone from the date.
drop function if exists teacher_lesson_as_it_was(bigint, bigint, timestamptz, timestamp, jsonb);
create or replace function teacher_lesson_as_it_was(
  p_teacher bigint, p_room bigint, p_made timestamptz, p_at timestamp, p_terms door_terms, out class_schedule_id bigint, out date date,
  out is_here boolean, out room_number text, out starts text, out is_gone boolean
) language sql stable as $$
  select c.id, p_at::date, here.is_in_room, rooms_text(was.classroom_id, was.more_classroom_ids), to_char(was.start_time, 'HH24:MI'),
    c.archived_at is not null or m.id is null or m.status = 'holiday'
  from (
    select g.class_schedule_id as id from class_meeting g
    where g.date = p_at::date and has_place(p_teacher, g.teacher_id, g.covering_teacher_id, g.co_teacher_ids, g.changed_places)
    union
    select f.class_schedule_id from former_meeting f
    where f.date = p_at::date and f.changed_at > p_made 
      and has_place(p_teacher, f.teacher_id, f.covering_teacher_id, f.co_teacher_ids, f.changed_places)
  ) own
  join class_schedule c on c.id = own.id
  left join class_meeting m on m.class_schedule_id = c.id and m.date = p_at::date
  cross join lateral (
    select w.start_time, w.end_time, w.classroom_id, w.more_classroom_ids, w.teacher_id, w.covering_teacher_id, w.co_teacher_ids,
      w.changed_places, true as is_former
    from meeting_that_was_held(c.id, p_at::date, p_made) w
    union all
    select m.start_time, m.end_time, m.classroom_id, m.more_classroom_ids, null, null, null, null, false where m.status = 'scheduled' and c.archived_at is null
    order by is_former desc limit 1
  ) was
  cross join lateral (
    select was.classroom_id = p_room or coalesce(p_room = any(was.more_classroom_ids), false) as is_in_room
  ) here
  where p_teacher in (
    select k.present_id from places_of(coalesce(m.teacher_id, was.teacher_id),
      case when m.id is null then was.covering_teacher_id else m.covering_teacher_id end, null,
      case when m.id is null then was.co_teacher_ids else m.co_teacher_ids end,
      case when m.id is null then was.changed_places else m.changed_places end) k
  )
    and p_at < p_at::date + was.end_time
    and p_at >= p_at::date + was.start_time - make_interval(mins => p_terms.check_in_before)
  order by here.is_in_room desc, was.start_time limit 1
$$;
