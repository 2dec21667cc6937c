-- Classes that have another subject, semester or type: the standing of their students is computed again, in all subjects.
create or replace function standing_of_subjects() returns trigger language plpgsql as $$
begin
  insert into standing_due (student_id)
  select distinct e.student_id from after n join before o on o.id = n.id
  join enrolment e on e.class_schedule_id = n.id
  where (n.subject_id, n.semester_id, n.class_type)
    is distinct from (o.subject_id, o.semester_id, o.class_type);
  return null;
end $$;
create or replace trigger class_schedule_changes_standing after update on class_schedule
  referencing old table as before new table as after for each statement execute function standing_of_subjects();
