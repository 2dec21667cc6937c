-- The lock orders a stored answer and an erasure of one of its students: it waits for an erasure that is under way, and
-- the next erasure waits for this answer, which it deletes.
create or replace function refuse_answer_of_erased() returns trigger language plpgsql as $$
declare
  marks jsonb := new.answer -> 'marks';
  is_erased boolean;
begin
  -- A tap has one mark, and nearly all answers are of taps.
  if jsonb_array_length(marks) = 1 then
    select s.erased_at is not null and marks #>> '{0,student_id}' <> s.student_id into is_erased
    from student s where s.id = (marks #>> '{0,student}')::bigint for key share;
  else
    select bool_or(erased) into is_erased from (
      select s.erased_at is not null and m ->> 'student_id' <> s.student_id as erased
      from jsonb_array_elements(marks) m join student s on s.id = (m ->> 'student')::bigint
      order by s.id for key share of s
    ) locked;
  end if;
  if is_erased then
    raise serialization_failure using message = 'a student was erased in the same moment';
  end if;
  return new;
end $$;
