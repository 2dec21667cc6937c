-- Transfers remember whether they opened the new membership; a membership that was taken back on its first day is empty
-- instead of a day earlier; a request key answers its own request alone; a holiday exists once.

alter table cohort_transfer add column joined boolean not null default true;
-- Ids of the enrolments that it opened, and of those that it took over; null for what was made before.
alter table cohort_transfer add column opened bigint[];
alter table cohort_transfer add column kept bigint[];
-- Those that found the student in the new cohort already: the membership is older than the transfer.
update cohort_transfer t set joined = false from cohort_assignment a
where a.id = t.to_assignment_id and a.assigned_from < t.transfer_date and t.undone_at is null;

-- The last day before the first one: the student came and left the cohort again without a day in it.
alter table cohort_assignment drop constraint cohort_assignment_check;
alter table cohort_assignment add constraint cohort_assignment_period check (assigned_to is null or assigned_to >= assigned_from - 1);

-- The same holiday twice is one: the later rows go to the archive.
update holiday h set archived_at = now()
where h.archived_at is null and exists (
  select from holiday o where o.archived_at is null and o.id < h.id
    and o.name = h.name and o.date_from = h.date_from and o.date_to = h.date_to
);
create unique index holiday_once on holiday (name, date_from, date_to) where archived_at is null;

alter table attendance_request add column fingerprint text;

-- Student ids differ by more than their letters' case, where the database does not hold such a pair already.
do $$ begin
  if exists (select from student group by lower(student_id) having count(*) > 1) then
    create index student_id_any_case on student (lower(student_id));
  else
    create unique index student_id_any_case on student (lower(student_id));
  end if;
end $$;

-- As before, and a student id is found whatever the case of its letters.
create or replace function take_mark(
  p_key text, p_by text, p_schedule bigint, p_date date, p_status text, p_how text, p_user bigint, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  who bigint;
  person record;
  mark record;
  found_by text := p_how;
  before text;
  result text;
begin
  if p_by = 'id' then
    who := p_key::bigint;
  else
    select id into who from student where rfid_number = p_key;
    if found then
      found_by := coalesce(p_how, 'card');
    else
      found_by := coalesce(p_how, 'typed');
      select id into who from student where student_id = p_key;
      if not found then
        -- Typed in other letters; where an earlier version let two differ by them alone, neither is meant.
        select min(id) into who from student where lower(student_id) = lower(p_key) having count(*) = 1;
      end if;
      if who is null and p_key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
        found_by := coalesce(p_how, 'manual');
        select id into who from student where uuid = p_key::uuid;
      end if;
    end if;
  end if;

  select s.id, s.uuid, s.student_id, s.first_name, s.last_name, s.rfid_number, s.profile_image, s.archived_at, c.problem,
    exists (
      select from enrolment e
      where e.student_id = s.id and e.class_schedule_id = p_schedule
        and e.enrolled_from <= p_date and (e.enrolled_to is null or e.enrolled_to >= p_date)
    ) as enrolled
  into person
  from student s left join class_on_date(p_schedule, p_date) c on true
  where s.id = who;

  if not found then
    return jsonb_build_object('outcome', 'unknown', 'key', p_key);
  elsif person.problem is distinct from 'none' then
    return jsonb_build_object('problem', coalesce(person.problem, 'unknown'));
  elsif person.archived_at is not null then
    result := 'archived';
  elsif not person.enrolled then
    result := 'not_enrolled';
  else
    with added as (
      insert into attendance (student_id, class_schedule_id, date, status, how, marked_by, marked_at)
      values (person.id, p_schedule, p_date, p_status, found_by, p_user, p_now)
      on conflict (student_id, date, class_schedule_id) do nothing
      returning id, status, how, marked_at
    ), logged as (
      insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by, changed_at)
      select person.id, p_schedule, p_date, null, p_status, found_by, p_user, p_now from added
    )
    select * into mark from added;
    if found then
      result := 'marked';
    else
      select id, status, how, marked_at into mark from attendance
      where student_id = person.id and class_schedule_id = p_schedule and date = p_date;
      result := 'already';
      if mark.status is distinct from p_status then
        before := mark.status;
        with changed as (
          update attendance set status = p_status, how = found_by, marked_by = p_user, marked_at = p_now
          where id = mark.id and status = before
          returning id, status, how, marked_at
        ), logged as (
          insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by, changed_at)
          select person.id, p_schedule, p_date, before, p_status, found_by, p_user, p_now from changed
        )
        select * into mark from changed;
        if not found then
          raise serialization_failure using message = 'somebody else changed the mark in the same moment';
        end if;
        result := 'changed';
      end if;
    end if;
    return jsonb_build_object(
      'outcome', result, 'key', p_key, 'id', mark.id, 'status', mark.status, 'how', mark.how, 'marked_at', mark.marked_at,
      'student', person.id, 'student_uuid', person.uuid, 'student_id', person.student_id,
      'first_name', person.first_name, 'last_name', person.last_name,
      'rfid_number', person.rfid_number, 'profile_image', person.profile_image
    );
  end if;

  return jsonb_build_object(
    'outcome', result, 'key', p_key, 'student', person.id, 'student_uuid', person.uuid, 'student_id', person.student_id,
    'first_name', person.first_name, 'last_name', person.last_name,
    'rfid_number', person.rfid_number, 'profile_image', person.profile_image
  );
end $$;

-- As before, and: the same key with another request is not answered with the first one's records.
create or replace function record_marks(
  p_request text, p_keys text[], p_by text, p_schedule bigint, p_date date, p_status text, p_how text, p_user bigint, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  given jsonb;
  problem text;
  known text;
  print text;
begin
  if p_request is not null then
    print := md5(concat_ws(' ', p_by, p_schedule, p_date, p_status, coalesce(p_how, '-'), array_to_string(p_keys, ' ')));
    select r.answer, r.fingerprint into given, known from attendance_request r where r.user_id = p_user and r.key = p_request;
    if found then
      -- Answers that an earlier version wrote have no fingerprint.
      if known is distinct from print and known is not null then
        return jsonb_build_object('problem', 'request');
      end if;
      return given;
    end if;
  end if;
  if cardinality(p_keys) = 1 then
    given := take_mark(p_keys[1], p_by, p_schedule, p_date, p_status, p_how, p_user, p_now);
    if given ? 'problem' then
      return given;
    end if;
    given := jsonb_build_object('marks', jsonb_build_array(given));
  else
    problem := class_problem(p_schedule, p_date);
    if problem is not null then
      return jsonb_build_object('problem', problem);
    end if;
    select jsonb_build_object('marks', jsonb_agg(take_mark(k, p_by, p_schedule, p_date, p_status, p_how, p_user, p_now)))
    into given from unnest(p_keys) as k;
  end if;
  if p_request is not null then
    insert into attendance_request (user_id, key, answer, fingerprint) values (p_user, p_request, given, print)
    on conflict do nothing;
    if not found then
      select r.answer into given from attendance_request r where r.user_id = p_user and r.key = p_request;
    end if;
  end if;
  return given;
end $$;
