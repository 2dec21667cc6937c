-- Holds a withdrawal for an administrator, once: it has no key that makes its retries safe (R-ROLL-25).
create or replace function hold_withdrawal(p_mark new_mark, p_stored stored_mark, p_terms mark_terms) returns void
language plpgsql as $$
begin
  insert into held_mark (student_id, class_schedule_id, date, status, from_status, how, made_at, received_at, made_by, token_id)
  select p_mark.student, p_mark.schedule, p_mark.date, p_mark.status, p_stored.status, p_mark.how, p_mark.made, p_mark.now,
    p_mark.made_by, p_terms.token
  where not exists (
    select from held_mark h
    where h.student_id = p_mark.student and h.class_schedule_id = p_mark.schedule and h.date = p_mark.date
      and h.status = p_mark.status and h.from_status = p_stored.status and h.made_at = p_mark.made
      and h.made_by = p_mark.made_by
  );
end $$;
