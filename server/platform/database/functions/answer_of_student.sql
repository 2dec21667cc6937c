-- The part of an answer about a mark that describes its student.
create or replace function answer_of_student(p_outcome text, p_key text, p_person roll_student) returns jsonb
language plpgsql immutable as $$
begin
  return jsonb_build_object(
    'outcome', p_outcome, 'key', p_key, 'student', p_person.id, 'student_uuid', p_person.uuid,
    'student_id', p_person.student_id, 'first_name', p_person.first_name, 'last_name', p_person.last_name,
    'rfid_number', p_person.rfid_number, 'profile_image', p_person.profile_image
  );
end $$;
