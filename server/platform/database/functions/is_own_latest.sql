-- Whether what is to be taken back, the status p_terms.takes_back, is the latest change of the student's mark, and the
-- user's own (R-ROLL-21). Always, where nothing is taken back.
create or replace function is_own_latest(p_mark new_mark, p_terms mark_terms) returns boolean language sql stable as $$
  select p_terms.takes_back is null or coalesce((
    select h.changed_by = p_mark.made_by and coalesce(h.to_status, 'N/A') = p_terms.takes_back
    from attendance_history h
    where h.student_id = p_mark.student and h.class_schedule_id = p_mark.schedule and h.date = p_mark.date and h.again is null
    order by h.id desc limit 1
  ), false) and not was_made_again(p_mark.student, p_mark.schedule, p_mark.date, p_mark.made_by)
$$;
