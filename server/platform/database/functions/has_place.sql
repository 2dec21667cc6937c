-- Whether a teacher has a place at a meeting: is planned, also where somebody covers them, or covers (R-ROLL-11).
create or replace function has_place(
  p_teacher bigint, p_planned bigint, p_covering bigint, p_further bigint[], p_changed jsonb
) returns boolean language sql immutable as $$
  select p_teacher in (p_planned, p_covering) or p_further is not null and exists (
    select from places_of(p_planned, p_covering, null, p_further, p_changed) k where p_teacher in (k.teacher_id, k.covering_teacher_id)
  )
$$;
