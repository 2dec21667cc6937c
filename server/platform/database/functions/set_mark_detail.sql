-- What a mark says beyond its status becomes p_detail, whole; empty removes it.
create or replace function set_mark_detail(
  p_student bigint, p_schedule bigint, p_date date, p_detail jsonb, p_user bigint
) returns void language plpgsql as $$
begin
  if p_detail ? 'excuse_note' and not p_detail ? 'excuse' then
    raise exception using errcode = 'AT400', column = 'excuse_note', message = 'only with an excuse';
  end if;
  if p_detail = '{}' then
    delete from mark_detail where class_schedule_id = p_schedule and date = p_date and student_id = p_student;
  else
    insert into mark_detail (class_schedule_id, date, student_id, late_minutes, left_early_minutes, excuse, excuse_note,
      arrived_at, changed_by)
    values (p_schedule, p_date, p_student, (p_detail ->> 'late_minutes')::int, (p_detail ->> 'left_early_minutes')::int,
      p_detail ->> 'excuse', p_detail ->> 'excuse_note', (p_detail ->> 'arrived_at')::timestamptz, p_user)
    on conflict (class_schedule_id, date, student_id) do update set
      late_minutes = excluded.late_minutes, left_early_minutes = excluded.left_early_minutes, excuse = excluded.excuse,
      excuse_note = excluded.excuse_note, arrived_at = excluded.arrived_at, changed_by = excluded.changed_by;
  end if;
end $$;
