-- The places of a meeting's teachers, in order: who is planned, who covers with which pay code, and who is there (null where the
-- others teach without them). The first place is that of the class's teacher (decision 55).
create or replace function places_of(
  p_teacher bigint, p_covering bigint, p_cover_payroll bigint, p_further bigint[], p_changed jsonb
) returns table (
  place smallint, teacher_id bigint, covering_teacher_id bigint, cover_payroll_id bigint, is_away boolean, present_id bigint
) language sql immutable as $$
  select 0::smallint, p_teacher, p_covering, p_cover_payroll, is_away(p_changed, p_teacher),
    case when not is_away(p_changed, p_teacher) then coalesce(p_covering, p_teacher) end
  union all
  select k.place::smallint, k.id, (p_changed -> k.id::text ->> 'teacher')::bigint, (p_changed -> k.id::text ->> 'payroll')::bigint,
    is_away(p_changed, k.id),
    case when not is_away(p_changed, k.id) then coalesce((p_changed -> k.id::text ->> 'teacher')::bigint, k.id) end
  from unnest(p_further) with ordinality k(id, place)
$$;
