-- Remembers that somebody made a mark that the student has already, or changed its details: what waited and was made before
-- does not replace it (R-ROLL-14), and an undo of the mark leaves it (R-ROLL-21). confirmed_by is null for a device, and where
-- several people did.
create or replace function confirm_mark(p_mark new_mark, p_stored stored_mark) returns void language sql as $$
  update attendance set confirmed_at = greatest(p_stored.confirmed_at, p_mark.made),
    confirmed_by = case when p_stored.confirmed_at is null or p_stored.confirmed_by = p_mark.made_by then p_mark.made_by end
  where id = p_stored.id
$$;
