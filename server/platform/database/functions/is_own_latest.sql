-- Whether what is to be taken back, the status p_terms.takes_back, is the latest change of the student's mark, and the
-- user's own (R-ROLL-21). Always, where nothing is taken back.
create or replace function is_own_latest(p_mark new_mark, p_terms mark_terms) returns boolean language sql stable as $$
  select p_terms.takes_back is null
    or own_latest_change(p_mark.student, p_mark.schedule, p_mark.date, p_mark.made_by, p_terms.takes_back) is not null
$$;
