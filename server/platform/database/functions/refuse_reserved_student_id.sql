-- IDs that begin with ~ are placeholders of erased students.
create or replace function refuse_reserved_student_id() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'AT400', column = 'student_id', message = 'must not begin with ~';
end $$;
