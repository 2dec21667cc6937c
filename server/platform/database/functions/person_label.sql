-- A row of a student as people know them: "Mary Smith (s1023)".
create or replace function person_label(student jsonb) returns text language sql immutable parallel safe as $$
  select person_name(student ->> 'first_name', student ->> 'last_name') || ' (' || (student ->> 'student_id') || ')'
$$;
