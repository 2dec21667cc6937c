-- A held mark that its author takes back is dismissed: it was not written yet (R-ROLL-25). Returns whether there was one.
create or replace function drop_held_mark(p_mark new_mark, p_status text) returns boolean language plpgsql as $$
begin
  update held_mark set decision = 'dismissed', decided_at = p_mark.now, decided_by = p_mark.made_by
  where student_id = p_mark.student and class_schedule_id = p_mark.schedule and date = p_mark.date
    and status <> 'N/A' and status = coalesce(p_status, status) and made_by = p_mark.made_by
    and made_at <= p_mark.made and decision is null;
  return found;
end $$;
