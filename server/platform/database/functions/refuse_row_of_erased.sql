-- An erased student gets no new rows.
create or replace function refuse_row_of_erased() returns trigger language plpgsql as $$
declare
  gone timestamptz;
begin
  -- The lock waits for an erasure that is under way.
  select erased_at into gone from student where id = new.student_id for key share;
  if gone is not null then
    raise exception using errcode = 'AT409', message = 'The data of this student were erased; nothing can be added any more.';
  end if;
  return new;
end $$;
