-- Whether the student's mark has the status in which it was seen, p_terms.seen ('N/A' for none). Always, where it was not named.
create or replace function is_as_seen(p_mark new_mark, p_terms mark_terms) returns boolean language sql stable as $$
  select p_terms.seen is null or coalesce((
    select a.status = p_terms.seen
      -- The student had no mark then, and has one since the rest was marked or the roll was closed (R-ROLL-14).
      or p_terms.seen = 'N/A' and a.how in ('rest', 'closing') and p_mark.waited and p_mark.made < a.marked_at
    from attendance a
    where a.student_id = p_mark.student and a.class_schedule_id = p_mark.schedule and a.date = p_mark.date
  ), p_terms.seen = 'N/A')
$$;
