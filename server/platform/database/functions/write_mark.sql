-- Writes a mark that was judged, with its details and its history, or changes the one that is there.
create or replace function write_mark(p_mark new_mark, p_person roll_student, p_terms mark_terms) returns jsonb
language plpgsql as $$
declare
  stored stored_mark;
  result mark_result;
begin
  if p_mark.of_record then
    stored := lock_record(p_mark);
    if stored.id is null then
      return jsonb_build_object('outcome', 'unknown', 'key', p_mark.key);
    end if;
    p_mark.status := coalesce(p_mark.status, stored.status);
    result.problem := unfit_detail(p_mark.status, p_terms.detail);
    if result.problem is not null then
      return jsonb_build_object('problem', result.problem);
    end if;
  end if;
  if p_person.problem in ('missing', 'holiday', 'semester', 'weekday', 'week') or p_mark.is_of_gone then
    perform add_meeting_as_at(p_mark.schedule, p_mark.date, p_mark.made);
    perform add_missing_meeting(p_mark.schedule, p_mark.date);
  end if;
  select d.status, d.detail into p_mark.status, result.detail from detail_of_new_mark(p_mark, p_person, p_terms) d;
  if not p_mark.of_record then
    result.mark := add_mark(p_mark, result.detail, p_terms);
    result.outcome := 'marked';
    if (result.mark).id is null then
      stored := lock_mark(p_mark);
      if not is_own_latest(p_mark, p_terms) or not is_as_seen(p_mark, p_terms) then
        return answer_of_student('changed_since', p_mark.key, p_person);
      end if;
    end if;
  end if;
  if stored.id is not null then
    result := change_mark(p_mark, stored, result.detail, p_terms);
    if result.problem is not null then
      return jsonb_build_object('problem', result.problem);
    end if;
  end if;
  return answer_of_student(result.outcome, p_mark.key, p_person) || jsonb_build_object(
    'id', (result.mark).id, 'status', (result.mark).status, 'how', (result.mark).how, 'marked_at', (result.mark).marked_at,
    'detail', result.detail, 'closed', p_person.closed_at is not null,
    'on_leave', not status_attended((result.mark).status) and is_on_leave(p_person.id, p_mark.date)
  );
end $$;
