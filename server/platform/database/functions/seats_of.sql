-- The seats of a first room and of further ones together; 0 where one of them is a place without seats (T47).
create or replace function seats_of(p_capacity integer, p_more bigint[]) returns integer language sql stable as $$
  select case when p_capacity = 0 or coalesce(bool_or(r.capacity = 0), false) then 0
    else p_capacity + coalesce(sum(r.capacity), 0)::int end
  from classroom r where r.id = any(p_more)
$$;
