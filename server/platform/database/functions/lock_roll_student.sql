-- A student with the roll of a class on a date. Waits for an erasure or a merge that is under way, as the keys of a record
-- would later.
create or replace function lock_roll_student(p_student bigint, p_schedule bigint, p_date date) returns roll_student
language plpgsql as $$
declare
  person roll_student;
begin
  select s.id, s.uuid, s.student_id, s.first_name, s.last_name, s.rfid_number, s.profile_image, s.archived_at,
    s.student_mail, s.merged_into, r.problem, r.class_type, r.starts_at, r.ends_at, r.closed_at, r.reopened_at,
    r.status_changed_at
  into person
  from student s left join roll_on_date(p_schedule, p_date) r on true
  where s.id = p_student
  for key share of s;
  return person;
end $$;
