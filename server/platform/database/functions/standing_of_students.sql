-- Students whose leave changed: their standing is computed again, and the counts of the meetings that they missed.
create or replace function standing_of_students() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into standing_due (student_id) select distinct student_id from before;
  end if;
  if tg_op <> 'DELETE' then
    insert into standing_due (student_id) select distinct student_id from after;
  end if;
  return null;
end $$;
create or replace trigger leave_adds_to_standing after insert on leave
  referencing new table as after for each statement execute function standing_of_students();
create or replace trigger leave_changes_standing after update on leave
  referencing old table as before new table as after for each statement execute function standing_of_students();
create or replace trigger leave_leaves_standing after delete on leave
  referencing old table as before for each statement execute function standing_of_students();
