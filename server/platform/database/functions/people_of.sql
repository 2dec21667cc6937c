-- Teachers by their ids, in that order, as answers have them.
create or replace function people_of(p_teachers bigint[]) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object('id', t.id, 'first_name', t.first_name, 'last_name', t.last_name) order by k.position)
  from unnest(p_teachers) with ordinality k(id, position) join teacher t on t.id = k.id
$$;
