-- The rooms of a class in words: the first, and others in brackets (T50).
create or replace function rooms_text(p_first bigint, p_more bigint[]) returns text language sql stable as $$
  select (select room_number from classroom where id = p_first) || coalesce((
    select ' (' || string_agg(r.room_number, ', ' order by k.position) || ')'
    from unnest(p_more) with ordinality k(id, position) join classroom r on r.id = k.id
  ), '')
$$;
