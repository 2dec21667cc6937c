-- Changes the mark that a student has, unless it says so already or was made later.
create or replace function change_mark(p_mark new_mark, p_stored stored_mark, p_detail jsonb, p_terms mark_terms)
returns mark_result language plpgsql as $$
declare
  result mark_result;
  stored jsonb := mark_detail_of(p_mark.student, p_mark.schedule, p_mark.date);
begin
  result.outcome := 'already';
  result.mark := p_stored;
  result.detail := stored;
  -- A mark made before overrides the absence of those without a mark, which it was not known to be.
  if p_stored.how not in ('rest', 'closing') and stands_over(p_stored.marked_at, p_stored.marked_by, p_mark, p_terms)
    or (p_stored.status is distinct from p_mark.status or p_terms.detail is not null)
      and stands_over(p_stored.confirmed_at, p_stored.confirmed_by, p_mark, p_terms) then
    result.outcome := 'superseded';
  elsif p_stored.status is distinct from p_mark.status then
    result.outcome := 'changed';
    result.mark := change_status(p_mark, p_stored, p_detail, p_terms);
    result.detail := p_detail;
    if p_detail <> stored then
      perform set_mark_detail(p_mark.student, p_mark.schedule, p_mark.date, p_detail, p_mark.author);
    end if;
  elsif p_terms.detail is not null then
    result := change_detail(p_mark, result, p_terms);
  end if;
  if result.problem is null and p_stored.status = p_mark.status then
    perform confirm_mark(p_mark, p_stored);
  end if;
  if p_terms.detail is null and result.outcome <> 'changed' then
    perform note_second_arrival(p_mark, result, p_terms);
  end if;
  return result;
end $$;
