-- A student's calendar link is for who has the address: another address ends it, by whatever way it changes (R-ME-3).
create or replace function end_calendar_of_address() returns trigger language plpgsql as $$
begin
  delete from student_calendar_link where student_id = new.id;
  return null;
end $$;

create or replace trigger student_address_ends_calendar after update of student_mail on student
  for each row when (lower(old.student_mail) is distinct from lower(new.student_mail))
  execute function end_calendar_of_address();
