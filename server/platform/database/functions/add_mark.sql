-- Adds a mark with its history; nothing where the student has one.
create or replace function add_mark(p_mark new_mark, p_detail jsonb, p_terms mark_terms) returns stored_mark
language plpgsql as $$
declare
  added stored_mark;
begin
  with added as (
    insert into attendance (student_id, class_schedule_id, date, status, how, marked_by, marked_at)
    values (p_mark.student, p_mark.schedule, p_mark.date, p_mark.status,
      coalesce(p_terms.mark_how, p_mark.how), p_mark.made_by, p_mark.made)
    on conflict (student_id, date, class_schedule_id) do nothing
    returning id, status, how, marked_at, marked_by, confirmed_at, confirmed_by
  ), logged as (
    insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by,
      changed_at, made_at, late_minutes, left_early_minutes, excuse, device_id, token_id, mark_how)
    select p_mark.student, p_mark.schedule, p_mark.date, null, p_mark.status, p_mark.how, p_mark.made_by,
      p_mark.now, nullif(p_mark.made, p_mark.now), (p_detail ->> 'late_minutes')::int,
      (p_detail ->> 'left_early_minutes')::int, p_detail ->> 'excuse', p_terms.device, p_terms.token,
      p_terms.mark_how
    from added
  )
  select * into added from added;
  if found and p_detail <> '{}' then
    perform set_mark_detail(p_mark.student, p_mark.schedule, p_mark.date, p_detail, p_mark.author);
  end if;
  return added;
end $$;
