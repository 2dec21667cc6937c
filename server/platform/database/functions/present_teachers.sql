-- The ids of those who teach a meeting, in the order of their places. Not inlined: lists of meetings name it several times, few
-- meetings need it, and its plan would be made with each list.
create or replace function present_teachers(p_teacher bigint, p_covering bigint, p_further bigint[], p_changed jsonb) returns bigint[]
language plpgsql immutable as $$
begin
  return array(
    select k.present_id from places_of(p_teacher, p_covering, null, p_further, p_changed) k
    where k.present_id is not null order by k.place
  );
end $$;
