-- Writes held marks as of when they were made, in that order (R-ROLL-25). The caller has locked them.
create or replace function accept_held_marks(p_ids bigint[], p_user bigint, p_now timestamptz, p_terms jsonb)
returns jsonb language plpgsql as $$
declare
  held record;
  answer jsonb;
  terms mark_terms := jsonb_populate_record(null::mark_terms, p_terms);
  answers jsonb := '[]';
begin
  for held in select * from held_mark where id = any(p_ids) order by made_at, id loop
    terms.made_at := held.made_at;
    terms.accepted := true;
    terms.detail := held.detail;
    if held.status = 'N/A' then
      answer := withdraw_mark(held.student_id, held.class_schedule_id, held.date, held.from_status, null,
        coalesce(held.made_by, p_user), p_now, terms);
    else
      answer := mark_student(held.student_id::text, 'id', held.class_schedule_id, held.date, held.status, held.how,
        coalesce(held.made_by, p_user), p_now, terms);
    end if;
    answers := answers || (answer || jsonb_build_object('held', held.id));
  end loop;
  return answers;
end $$;
