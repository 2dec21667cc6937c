-- Takes a mark back, with its history. Returns the status that the student has instead: what closing the roll gave who had
-- no mark when it was closed.
create or replace function take_back(p_mark new_mark, p_stored stored_mark, p_closed_at timestamptz, p_terms mark_terms)
returns text language plpgsql as $$
declare
  after text;
begin
  if p_mark.made <= p_closed_at then
    after := 'Absent';
    update attendance set status = after, how = 'closing', marked_by = p_mark.made_by, marked_at = p_closed_at,
      confirmed_at = null, confirmed_by = null
    where id = p_stored.id;
    delete from mark_detail
    where class_schedule_id = p_mark.schedule and date = p_mark.date and student_id = p_mark.student;
  else
    delete from attendance where id = p_stored.id;
  end if;
  insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by, changed_at,
    made_at, token_id)
  values (p_mark.student, p_mark.schedule, p_mark.date, p_stored.status, after,
    case when after is null then p_mark.how else 'closing' end, p_mark.made_by, p_mark.now,
    nullif(p_mark.made, p_mark.now), p_terms.token);
  return after;
end $$;
