-- The terms of a mark that takes the latest change back, with the details, the author of the excuse and the way of the mark that
-- were there before it (R-ROLL-21). Other terms stay as they are.
create or replace function with_what_was_before(p_terms mark_terms, p_mark new_mark) returns mark_terms
language plpgsql stable as $$
declare
  before record;
begin
  if p_terms.takes_back is null then
    return p_terms;
  end if;
  before := mark_before(latest_change(p_mark.student, p_mark.schedule, p_mark.date));
  if before.status = p_mark.status then
    p_terms.detail := before.detail;
    p_terms.restores := true;
    p_terms.excuse_by := before.excuse_by;
    p_terms.mark_how := before.how;
  end if;
  return p_terms;
end $$;
