-- Students who are archived or restored: their standing is removed or computed again.
create or replace function standing_of_archived() returns trigger language plpgsql as $$
begin
  insert into standing_due (student_id)
  select n.id from after n join before o on o.id = n.id
  where (n.archived_at is null) <> (o.archived_at is null);
  return null;
end $$;
create or replace trigger student_changes_standing after update on student
  referencing old table as before new table as after for each statement execute function standing_of_archived();
