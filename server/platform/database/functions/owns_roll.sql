-- Whether a roll is a user's own: they teach the meeting in any place, cover it or are covered, have marked somebody in it before it was closed, or
-- have closed it (R-ROLL-11). Compared is when a mark was received: the time at which it was made is only claimed.
create or replace function owns_roll(p_schedule bigint, p_date date, p_user bigint, p_teacher bigint)
returns boolean language sql stable as $$
  select coalesce(has_place(p_teacher, g.teacher_id, g.covering_teacher_id, g.co_teacher_ids, g.changed_places), false)
    or exists (
      select from (
        select student_id from enrolment where class_schedule_id = p_schedule
        union
        select student_id from attendance where class_schedule_id = p_schedule and date = p_date
      ) k
      join attendance_history h on h.student_id = k.student_id and h.date = p_date and h.class_schedule_id = p_schedule
      where h.changed_by = p_user and h.how not in ('qr', 'door')
        and (g.closed_at is null or h.changed_at < g.closed_at)
    )
    or g.closed_at is not null and p_user = (
      select e.done_by from roll_event e
      where e.class_schedule_id = p_schedule and e.date = p_date and e.kind = 'closed'
      order by e.id desc limit 1
    )
  from class_meeting g where g.class_schedule_id = p_schedule and g.date = p_date
$$;
