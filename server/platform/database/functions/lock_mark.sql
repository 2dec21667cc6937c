-- The mark that the student has already, locked.
create or replace function lock_mark(p_mark new_mark) returns stored_mark language plpgsql as $$
declare
  stored stored_mark;
begin
  select id, status, how, marked_at, marked_by, confirmed_at, confirmed_by into stored from attendance
  where student_id = p_mark.student and class_schedule_id = p_mark.schedule and date = p_mark.date
  for update;
  if not found then
    raise serialization_failure using message = 'somebody else withdrew the mark in the same moment';
  end if;
  return stored;
end $$;
