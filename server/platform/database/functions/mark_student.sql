-- One student's mark: who it is, whether it may be written, the record and its history.
-- p_by says what p_key is: 'any' (card number, else student id in any case, else uuid), 'id' (of the student), or
-- 'record' (of an existing mark, which is changed; p_status null keeps its status).
-- Locks the class, the student, the enrolment and the mark, in this order, before it reads what it decides by
-- (R-ROLL-24): changes of the meeting and closings lock the class for update.
drop function if exists mark_student(text, text, bigint, date, text, text, bigint, timestamptz, jsonb);
create or replace function mark_student(
  p_key text, p_by text, p_schedule bigint, p_date date, p_status text, p_how text, p_user bigint, p_now timestamptz,
  p_terms mark_terms
) returns jsonb language plpgsql as $$
declare
  mark new_mark;
  person roll_student;
  enrolled boolean := false;
  judged record;
begin
  perform from class_schedule where id = p_schedule for key share;
  mark := find_marked(p_key, p_by, p_schedule, p_date, p_how, p_now, p_terms);
  person := lock_roll_student(mark.student, p_schedule, p_date);
  if person.id is null then
    return unknown_key(p_key, p_by, p_terms);
  end if;
  -- Looked up again after the wait for a merge or for a card that was given on: the transaction is repeated for the other student.
  if (person.merged_into is not null or p_by = 'any' and p_key not in (person.uuid::text, person.student_id, coalesce(person.rfid_number, '')))
    and (find_marked(p_key, p_by, p_schedule, p_date, p_how, p_now, p_terms)).student is distinct from mark.student then
    raise serialization_failure using message = 'the student was merged, or got another card, in the same moment';
  end if;
  if not mark.of_record then
    perform from enrolment e
    where e.student_id = person.id and e.class_schedule_id = p_schedule
      and e.enrolled_from <= p_date and (e.enrolled_to is null or e.enrolled_to >= p_date)
    for share;
    enrolled := found;
  end if;
  mark.status := p_status;
  mark.made_by := p_user;
  mark := time_of_mark(mark, person, p_terms);
  -- Whether it was taken back or changed meanwhile is judged under the lock of the mark that is there.
  if mark.waited or p_terms.takes_back is not null or p_terms.seen is not null then
    perform from attendance
    where student_id = person.id and class_schedule_id = p_schedule and date = p_date
    for update;
    p_terms := with_what_was_before(p_terms, mark);
  end if;
  mark.author := case when p_terms.restores or p_terms.excuse_by is not null then p_terms.excuse_by else p_user end;

  judged := judge_mark(mark, person, enrolled, p_terms);
  if judged.problem is not null then
    return jsonb_build_object('problem', judged.problem);
  elsif judged.outcome is null then
    return write_mark(mark, person, p_terms);
  elsif judged.outcome = 'held' then
    insert into held_mark (student_id, class_schedule_id, date, status, how, detail, made_at, received_at, made_by, token_id)
    values (person.id, p_schedule, p_date, p_status, mark.how, p_terms.detail, mark.made, p_now, p_user, p_terms.token);
  end if;
  return answer_of_student(judged.outcome, p_key, person) || jsonb_build_object(
    -- Whose roll to look at instead.
    'merged_into', (select student_id from student where id = person.merged_into)
  );
end $$;
