-- Makes a student N/A, if the mark still has the status p_status (null: any) and, with p_record, is that record; the
-- history remains. Locks the class, the student and the mark, in this order, as mark_student does (R-ROLL-24).
-- outcome: withdrawn, unchanged (changed meanwhile, or there is none), superseded, own, held; or the problem of the roll.
create or replace function withdraw_mark(
  p_student bigint, p_schedule bigint, p_date date, p_status text, p_record bigint, p_user bigint, p_now timestamptz,
  p_terms jsonb
) returns jsonb language plpgsql as $$
declare
  person record;
  mark record;
  made timestamptz := p_now;
  waited boolean := p_terms ? 'made_at';
  is_closed boolean;
  token bigint := (p_terms ->> 'token')::bigint;
  -- What closing the roll gave who had no mark when it was closed.
  after text;
begin
  perform from class_schedule where id = p_schedule for key share;
  select s.id, s.student_id, s.first_name, s.last_name, s.student_mail, r.problem, r.class_type, r.starts_at, r.ends_at,
    r.closed_at, r.reopened_at, r.status_changed_at
  into person
  from student s left join roll_on_date(p_schedule, p_date) r on true
  where s.id = p_student
  for key share of s;
  if not found then
    return jsonb_build_object('outcome', 'unchanged');
  end if;
  if waited then
    made := waited_made_at(p_now, person.starts_at, person.class_type, p_terms);
  end if;
  if person.problem in ('cancelled', 'moved') and not coalesce(waited and made < person.status_changed_at, false) then
    return jsonb_build_object('problem', person.problem);
  end if;
  is_closed := not p_terms ? 'accepted' and roll_closed(p_date, person.closed_at, person.reopened_at,
    (p_terms ->> 'edit_days')::int, (p_terms ->> 'today')::date);
  if is_closed and not waited then
    return jsonb_build_object('problem', 'closed');
  elsif lower(person.student_mail) = p_terms ->> 'mail' then
    return jsonb_build_object('outcome', 'own', 'student', p_student);
  end if;
  select id, status, how, marked_at, marked_by into mark from attendance
  where student_id = p_student and class_schedule_id = p_schedule and date = p_date
  for update;
  if p_record is not null and mark.id is distinct from p_record and exists (select from attendance where id = p_record) then
    raise serialization_failure using message = 'the mark was given to another student in the same moment';
  end if;
  if mark.id is null or mark.id <> p_record or mark.status <> p_status then
    return jsonb_build_object('outcome', 'unchanged', 'student', p_student);
  elsif waited and is_superseded(mark.marked_at, mark.marked_by, made, p_user) then
    return jsonb_build_object('outcome', 'superseded', 'student', p_student);
  end if;
  if is_closed and not takes_waiting_mark(p_schedule, p_date, p_user, p_now, made, person.ends_at, person.closed_at, p_terms)
  then
    insert into held_mark (student_id, class_schedule_id, date, status, from_status, how, made_at, received_at, made_by, token_id)
    select p_student, p_schedule, p_date, 'N/A', mark.status, 'manual', made, p_now, p_user, token
    -- A withdrawal has no key that makes its retries safe.
    where not exists (
      select from held_mark h
      where h.student_id = p_student and h.class_schedule_id = p_schedule and h.date = p_date and h.status = 'N/A'
        and h.from_status = mark.status and h.made_at = made and h.made_by = p_user
    );
    return jsonb_build_object('outcome', 'held', 'student', p_student, 'student_id', person.student_id);
  end if;
  if made <= person.closed_at then
    after := 'Absent';
    update attendance set status = after, how = 'closing', marked_by = p_user, marked_at = person.closed_at
    where id = mark.id;
    delete from mark_detail
    where class_schedule_id = p_schedule and date = p_date and student_id = p_student;
  else
    delete from attendance where id = mark.id;
  end if;
  insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by, changed_at,
    made_at, token_id)
  values (p_student, p_schedule, p_date, mark.status, after, case when after is null then 'manual' else 'closing' end, p_user,
    p_now, nullif(made, p_now), token);
  return jsonb_build_object('outcome', 'withdrawn', 'student', p_student, 'student_id', person.student_id, 'status', after);
end $$;
