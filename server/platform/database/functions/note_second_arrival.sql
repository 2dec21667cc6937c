-- A student who arrives at the door and at the teacher's reader has one mark, and both in its history.
create or replace function note_second_arrival(p_mark new_mark, p_result mark_result, p_terms mark_terms) returns void
language plpgsql as $$
begin
  if (p_mark.how = 'door') <> ((p_result.mark).how = 'door') and is_arrival(p_mark.how) and not exists (
    select from attendance_history h
    where h.student_id = p_mark.student and h.date = p_mark.date and h.class_schedule_id = p_mark.schedule and h.again
  ) then
    insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by,
      changed_at, made_at, late_minutes, left_early_minutes, excuse, device_id, token_id, again)
    values (p_mark.student, p_mark.schedule, p_mark.date, (p_result.mark).status, (p_result.mark).status, p_mark.how,
      p_mark.made_by, p_mark.now, nullif(p_mark.made, p_mark.now), (p_result.detail ->> 'late_minutes')::int,
      (p_result.detail ->> 'left_early_minutes')::int, p_result.detail ->> 'excuse', p_terms.device, p_terms.token, true);
  end if;
end $$;
