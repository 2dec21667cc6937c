-- The existing mark that is changed, locked; nothing where it was withdrawn.
create or replace function lock_record(p_mark new_mark) returns stored_mark language plpgsql as $$
declare
  stored stored_mark;
begin
  select id, status, how, marked_at, marked_by, confirmed_at, confirmed_by into stored from attendance
  where id = p_mark.record and student_id = p_mark.student
  for update;
  if not found and exists (select from attendance where id = p_mark.record) then
    raise serialization_failure using message = 'the mark was given to another student in the same moment';
  end if;
  return stored;
end $$;
