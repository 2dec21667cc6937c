-- A student in a class, as people know them: "Mary Smith (s1023) in MAT1 09:00". Not strict, so that it is inlined.
create or replace function label_in_class(p_name text, p_student_id text, p_subject_code text, p_start time)
returns text language sql stable parallel safe
return p_name || ' (' || p_student_id || ') in ' || p_subject_code || ' ' || to_char(p_start, 'HH24:MI');
