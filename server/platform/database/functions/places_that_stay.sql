-- The changes of places of a date that still apply with these teachers: those of teachers who are still planned, without covers
-- by one who is a teacher of the class by now, or who covers the first place.
create or replace function places_that_stay(p_changed jsonb, p_covering bigint, p_teacher bigint, p_further bigint[]) returns jsonb
language sql immutable as $$
  select jsonb_object_agg(k.key, k.value)
  from jsonb_each(p_changed) k
  where k.key::bigint = any(array[p_teacher] || p_further)
    and coalesce((k.value ->> 'teacher')::bigint <> all(array[p_teacher] || p_further), true)
    and (k.value ->> 'teacher')::bigint is distinct from p_covering
$$;
