-- Rooms by their ids, in that order, as answers have them.
create or replace function rooms_of(p_rooms bigint[]) returns jsonb language sql stable as $$
  select jsonb_agg(jsonb_build_object('id', r.id, 'room_number', r.room_number, 'capacity', r.capacity) order by k.position)
  from unnest(p_rooms) with ordinality k(id, position) join classroom r on r.id = k.id
$$;
