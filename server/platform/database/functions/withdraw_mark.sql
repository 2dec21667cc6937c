-- Makes a student N/A, if the mark still has the status p_status (null: any) and, with p_record, is that record; the
-- history remains. Locks the class, the student and the mark, in this order, as mark_student does (R-ROLL-24).
-- outcome: withdrawn, unchanged (there is none, or, with has_mark, another one than was to be taken back), superseded, own,
-- held; or the problem of the roll.
drop function if exists withdraw_mark(bigint, bigint, date, text, bigint, bigint, timestamptz, jsonb);
create or replace function withdraw_mark(
  p_student bigint, p_schedule bigint, p_date date, p_status text, p_record bigint, p_user bigint, p_now timestamptz,
  p_terms mark_terms
) returns jsonb language plpgsql as $$
declare
  person roll_student;
  mark new_mark;
  stored stored_mark;
  answer jsonb;
  was_held boolean;
begin
  perform from class_schedule where id = p_schedule for key share;
  -- The one who stays, if two were merged meanwhile (R-MERGE-4).
  p_student := (select coalesce(s.merged_into, s.id) from student s where s.id = p_student);
  person := lock_roll_student(p_student, p_schedule, p_date);
  if person.id is null then
    return jsonb_build_object('outcome', 'unchanged');
  elsif person.merged_into is not null then
    raise serialization_failure using message = 'the student was merged in the same moment';
  end if;
  answer := jsonb_build_object('student', p_student, 'student_id', person.student_id,
    'name', person_name(person.first_name, person.last_name));
  mark.student := p_student;
  mark.schedule := p_schedule;
  mark.date := p_date;
  mark.status := 'N/A';
  mark.how := 'manual';
  mark.made_by := p_user;
  mark.now := p_now;
  mark.waited := p_terms.made_at is not null;
  mark := time_of_mark(mark, person, p_terms);
  if person.problem in ('cancelled', 'moved', 'archived') and not coalesce(mark.took_place, false) then
    return jsonb_build_object('problem', person.problem);
  elsif mark.is_closed and not mark.waited then
    return jsonb_build_object('problem', 'closed');
  elsif lower(person.student_mail) = p_terms.mail then
    return answer || '{"outcome": "own"}';
  end if;
  -- First: a user who accepts it at this moment has written the mark afterwards.
  was_held := mark.waited and p_terms.accepted is not true and drop_held_mark(mark, p_status);
  select id, status, how, marked_at, marked_by, confirmed_at, confirmed_by into stored from attendance
  where student_id = p_student and class_schedule_id = p_schedule and date = p_date
  for update;
  if p_record is not null and stored.id is distinct from p_record and exists (select from attendance where id = p_record) then
    raise serialization_failure using message = 'the mark was given to another student in the same moment';
  end if;
  if stored.id is null or stored.id <> p_record or stored.status <> p_status or not is_own_latest(mark, p_terms) then
    return answer || case when was_held then '{"outcome": "withdrawn", "dismissed": true}' else '{"outcome": "unchanged"}' end::jsonb
      || jsonb_build_object('has_mark', stored.id is not null);
  elsif stands_over(stored.marked_at, stored.marked_by, mark, p_terms)
    or stands_over(stored.confirmed_at, stored.confirmed_by, mark, p_terms) then
    return answer || '{"outcome": "superseded"}';
  elsif mark.is_of_gone and p_terms.accepted is not true or mark.is_closed and not takes_waiting_mark(
    p_schedule, p_date, p_user, p_now, mark.made, mark.ends_at, person.closed_at, p_terms) then
    perform hold_withdrawal(mark, stored, p_terms);
    return answer || '{"outcome": "held"}';
  end if;
  return answer || jsonb_build_object('outcome', 'withdrawn', 'status', take_back(mark, stored, person.closed_at, p_terms));
end $$;
