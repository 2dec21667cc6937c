-- Whether a student was there to make a mark in this way: its time is the student's arrival.
create or replace function is_arrival(p_how text) returns boolean language sql immutable parallel safe as $$
  select p_how in ('card', 'typed', 'qr', 'door')
$$;
