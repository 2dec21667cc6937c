-- The lock orders a stored answer and an erasure of one of its students.
create or replace function refuse_answer_of_erased() returns trigger language plpgsql as $$
begin
  -- The lock waits for an erasure that is under way, and the next erasure waits for this answer, which it deletes.
  perform from student where id in (select (m ->> 'student')::bigint from jsonb_array_elements(new.answer -> 'marks') m) order by id for key share;
  if exists (
    select from jsonb_array_elements(new.answer -> 'marks') m join student s on s.id = (m ->> 'student')::bigint
    where s.erased_at is not null and m ->> 'student_id' <> s.student_id
  ) then
    raise serialization_failure using message = 'a student was erased in the same moment';
  end if;
  return new;
end $$;
