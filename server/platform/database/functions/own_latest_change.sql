-- The latest change of a student's mark where it is the user's own, gave this status ('N/A' for none), and the mark was not made
-- again by others since: an undo takes back nothing else (R-ROLL-21). Null otherwise.
create or replace function own_latest_change(
  p_student bigint, p_schedule bigint, p_date date, p_user bigint, p_status text
) returns bigint language sql stable as $$
  select h.id from attendance_history h
  where h.id = latest_change(p_student, p_schedule, p_date)
    and h.changed_by = p_user and coalesce(h.to_status, 'N/A') = p_status
    and not was_made_again(p_student, p_schedule, p_date, p_user)
$$;
