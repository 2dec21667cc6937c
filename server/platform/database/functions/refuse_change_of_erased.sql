-- An erased row stays anonymous.
create or replace function refuse_change_of_erased() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'AT409', message = 'The data of this student were erased; nothing can be changed any more.';
end $$;
