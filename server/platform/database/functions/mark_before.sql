-- A student's mark as it was before a change of it: its status, its details as a body gives them, who gave the excuse, and how
-- the mark was made (R-ROLL-19): by the last change that gave it the status, not by one of its details. The state is that of the change before, or of the change that this one follows, which a merge writes where it set
-- the mark of the other student aside (R-MERGE-4). Changes that are `again` have changed no mark. The note of an excuse is not in
-- the history: with another excuse it is lost.
drop function if exists mark_before(bigint);
create or replace function mark_before(p_change bigint, out status text, out detail jsonb, out excuse_by bigint, out how text)
language sql stable as $$
  select c.from_status,
    case when status_attended(c.from_status)
      then jsonb_build_object('late_minutes', b.late_minutes, 'left_early_minutes', b.left_early_minutes)
      when b.excuse is null then '{"excuse": null, "excuse_note": null}'
      else jsonb_build_object('excuse', b.excuse) end,
    (
      select h.changed_by from attendance_history h
      where h.student_id = b.student_id and h.class_schedule_id = b.class_schedule_id and h.date = b.date and h.again is null
        and h.id > coalesce((
          select max(o.id) from attendance_history o
          where o.student_id = b.student_id and o.class_schedule_id = b.class_schedule_id and o.date = b.date
            and o.again is null and o.id < b.id and o.excuse is distinct from b.excuse
        ), 0)
      order by h.id limit 1
    ),
    (
      select coalesce(h.mark_how, h.how) from attendance_history h
      where h.student_id = b.student_id and h.class_schedule_id = b.class_schedule_id and h.date = b.date and h.again is null
        and h.id <= b.id and h.to_status = c.from_status and h.from_status is distinct from h.to_status
      order by h.id desc limit 1
    )
  from attendance_history c
  left join attendance_history b on b.id = coalesce(c.follows, (
    select max(p.id) from attendance_history p
    where p.student_id = c.student_id and p.class_schedule_id = c.class_schedule_id and p.date = c.date
      and p.again is null and p.id < c.id
  ))
  where c.id = p_change
$$;
