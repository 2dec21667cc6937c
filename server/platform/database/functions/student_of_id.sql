-- The student with an ID in any letters; where an earlier version let two differ by them alone, neither is meant.
create or replace function student_of_id(p_id text) returns bigint language plpgsql stable as $$
begin
  return (select min(s.id) from student s where lower(s.student_id) = lower(p_id) having count(*) = 1);
end $$;
