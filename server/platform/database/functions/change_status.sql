-- Gives a mark another status, with its history.
create or replace function change_status(p_mark new_mark, p_stored stored_mark, p_detail jsonb, p_terms mark_terms)
returns stored_mark language plpgsql as $$
declare
  changed stored_mark;
begin
  with changed as (
    update attendance set status = p_mark.status, how = coalesce(p_terms.mark_how, p_mark.how),
      marked_by = p_mark.made_by, marked_at = p_mark.made, confirmed_at = null, confirmed_by = null
    where id = p_stored.id
    returning id, status, how, marked_at, marked_by, confirmed_at, confirmed_by
  ), logged as (
    insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by,
      changed_at, made_at, late_minutes, left_early_minutes, excuse, device_id, token_id, mark_how)
    select p_mark.student, p_mark.schedule, p_mark.date, p_stored.status, p_mark.status, p_mark.how, p_mark.made_by,
      p_mark.now, nullif(p_mark.made, p_mark.now), (p_detail ->> 'late_minutes')::int,
      (p_detail ->> 'left_early_minutes')::int, p_detail ->> 'excuse', p_terms.device, p_terms.token,
      p_terms.mark_how
    from changed
  )
  select * into changed from changed;
  return changed;
end $$;
