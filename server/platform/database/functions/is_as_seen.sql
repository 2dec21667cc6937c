-- Whether the student's mark has the status in which it was seen, p_terms.seen ('N/A' for none). Always, where it was not named.
create or replace function is_as_seen(p_mark new_mark, p_terms mark_terms) returns boolean language sql stable as $$
  select p_terms.seen is null or p_terms.seen = coalesce((
    select a.status from attendance a
    where a.student_id = p_mark.student and a.class_schedule_id = p_mark.schedule and a.date = p_mark.date
  ), 'N/A')
$$;
