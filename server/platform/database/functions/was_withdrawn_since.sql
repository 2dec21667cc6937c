-- Whether somebody took a mark of this roll back after one that waited was made.
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
    from attendance_history h
    where h.student_id = p_mark.student and h.class_schedule_id = p_mark.schedule and h.date = p_mark.date
    order by h.id desc limit 1
  ), false);
end $$;
