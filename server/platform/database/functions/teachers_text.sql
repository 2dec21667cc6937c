-- The names of teachers by their ids, in that order.
create or replace function teachers_text(p_teachers bigint[]) returns text language sql stable as $$
  select string_agg(person_name(t.first_name, t.last_name), ', ' order by k.position)
  from unnest(p_teachers) with ordinality k(id, position) join teacher t on t.id = k.id
$$;
