-- Whether somebody took a mark of this roll back after one that waited was made. The undo of a closing, or of the rest, takes
-- back nothing that was about the student (R-ROLL-14).
create or replace function was_withdrawn_since(p_mark new_mark, p_terms mark_terms) returns boolean
language plpgsql stable as $$
begin
  if not p_mark.waited or p_mark.of_record or p_terms.accepted then
    return false;
  end if;
  return not exists (
    select from attendance a
    where a.student_id = p_mark.student and a.class_schedule_id = p_mark.schedule and a.date = p_mark.date
  ) and coalesce((
    select h.to_status is null and stands_over(coalesce(h.made_at, h.changed_at), h.changed_by, p_mark, p_terms)
      and not coalesce((
        select b.from_status is null and b.how in ('rest', 'closing') from attendance_history b
        where b.student_id = h.student_id and b.class_schedule_id = h.class_schedule_id and b.date = h.date and b.id < h.id
        order by b.id desc limit 1
      ), false)
    from attendance_history h
    where h.student_id = p_mark.student and h.class_schedule_id = p_mark.schedule and h.date = p_mark.date
    order by h.id desc limit 1
  ), false);
end $$;
