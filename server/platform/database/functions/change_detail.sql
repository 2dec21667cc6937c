-- Changes the details of a mark that keeps its status.
create or replace function change_detail(p_mark new_mark, p_result mark_result, p_terms mark_terms) returns mark_result
language plpgsql as $$
declare
  stored jsonb := p_result.detail;
  given jsonb := p_terms.detail;
  wrote bigint;
begin
  -- The stored note goes with its excuse.
  if given -> 'excuse' = 'null' then
    stored := stored - 'excuse_note';
  end if;
  p_result.detail := jsonb_strip_nulls(stored || given);
  if given -> 'excuse' = 'null' and not stored ? 'excuse' and is_on_leave(p_mark.student, p_mark.date) then
    p_result.problem := 'excused_by_leave';
    return p_result;
  end if;
  select d.changed_by into wrote from mark_detail d
  where d.class_schedule_id = p_mark.schedule and d.date = p_mark.date and d.student_id = p_mark.student;
  -- The same excuse by another user also counts as a change, so that the response does not reveal a hidden excuse.
  if p_result.detail <> stored
    or stored ? 'excuse' and given ->> 'excuse' is not null and wrote is distinct from p_mark.author then
    insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by,
      changed_at, late_minutes, left_early_minutes, excuse, token_id)
    values (p_mark.student, p_mark.schedule, p_mark.date, (p_result.mark).status, (p_result.mark).status, p_mark.how,
      p_mark.made_by, p_mark.now, (p_result.detail ->> 'late_minutes')::int,
      (p_result.detail ->> 'left_early_minutes')::int, p_result.detail ->> 'excuse', p_terms.token);
    perform set_mark_detail(p_mark.student, p_mark.schedule, p_mark.date, p_result.detail,
      -- What stays of somebody else's excuse is not shown to who changes the rest.
      case when (stored ? 'excuse' and not given ? 'excuse')
        or (p_result.detail ? 'excuse_note' and not given ? 'excuse_note') then wrote else p_mark.author end);
    p_result.outcome := 'changed';
  end if;
  return p_result;
end $$;
