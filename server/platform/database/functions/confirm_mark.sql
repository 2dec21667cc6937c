-- Remembers when somebody made a mark that the student has already, or changed its details: what waited and was made before
-- does not replace it (R-ROLL-14).
create or replace function confirm_mark(p_mark new_mark, p_stored stored_mark) returns void language sql as $$
  update attendance set confirmed_at = p_mark.made, confirmed_by = p_mark.made_by
  where id = p_stored.id and p_mark.made > greatest(p_stored.marked_at, p_stored.confirmed_at)
$$;
