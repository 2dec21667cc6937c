-- A member of a class that waits for its times: "Mary Smith (s1023) in Mathematics 9B". Not strict, so that it is inlined.
create or replace function label_in_waiting_class(p_name text, p_student_id text, p_title text)
returns text language sql immutable parallel safe
return p_name || ' (' || p_student_id || ') in ' || p_title;
