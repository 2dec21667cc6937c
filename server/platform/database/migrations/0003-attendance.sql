-- Marks with their history, notes and teachers' check-ins.

-- A record's uuid is made of its id (server/features/attendance/record-uuid.ts): a random one would need an
-- index of its own, whose scattered pages cost each tap more than everything else it writes.
create table attendance (
  id bigint generated always as identity primary key,
  student_id bigint not null references student,
  class_schedule_id bigint not null references class_schedule,
  date date not null,
  status text not null check (status in ('Present', 'Absent')),
  how text not null check (how in ('card', 'typed', 'manual', 'bulk', 'import')),
  -- No foreign key: checking it would lock the one teacher's row in every tap of a queue. Users are never deleted.
  marked_by bigint,
  marked_at timestamptz not null,
  unique (student_id, date, class_schedule_id)
);
create index attendance_of_class on attendance (class_schedule_id, date) include (status);
alter table attendance set (autovacuum_vacuum_insert_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0.01);

-- Written together with the mark, whose foreign keys hold; a log of its own keys would double a tap's locks.
create table attendance_history (
  id bigint generated always as identity,
  student_id bigint not null,
  class_schedule_id bigint not null,
  date date not null,
  from_status text,
  to_status text,
  how text not null,
  changed_by bigint,
  changed_at timestamptz not null
);
create index attendance_history_in_order on attendance_history using brin (id);
create index attendance_history_of_mark on attendance_history (student_id, date, class_schedule_id);

create function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  raise exception 'the history of marks is append-only';
end $$;
create trigger attendance_history_is_append_only before update or delete on attendance_history
  for each row execute function refuse_change_of_history();

-- What was answered to a request with an Idempotency-Key, for when the same request comes again.
create table attendance_request (
  user_id bigint not null,
  key text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index on attendance_request (created_at);

create table attendance_note (
  id bigint generated always as identity primary key,
  teacher_id bigint references teacher,
  class_schedule_id bigint not null references class_schedule,
  date date not null,
  note text not null check (length(note) <= 4000),
  created_by bigint not null references app_user,
  created_at timestamptz not null
);
create index on attendance_note (class_schedule_id, date);
create index on attendance_note (teacher_id, date);

create table payroll_log (
  id bigint generated always as identity primary key,
  date date not null,
  class_schedule_id bigint not null references class_schedule,
  teacher_id bigint not null references teacher,
  duration_minutes integer not null check (duration_minutes > 0),
  pay_code_id bigint references pay_code,
  rate_cents bigint not null default 0 check (rate_cents >= 0),
  amount_cents bigint not null default 0 check (amount_cents >= 0),
  status text not null default 'pending' check (status in ('pending', 'completed')),
  created_by bigint not null references app_user,
  checked_in_at timestamptz not null,
  unique (class_schedule_id, date)
);
create index on payroll_log (teacher_id, date);

-- Whether a class takes place on a date, and why not; no row when there is no such class. Inlined where it is joined.
create function class_on_date(p_schedule bigint, p_date date) returns table (problem text) language sql stable as $$
  select case
    when c.archived_at is not null then 'archived'
    when c.day_of_week <> extract(isodow from p_date) then 'weekday'
    when p_date not between m.class_start_date and m.class_end_date then 'semester'
    when exists (select from holiday h where h.date_to >= p_date and h.date_from <= p_date and h.archived_at is null) then 'holiday'
    else 'none'
  end
  from class_schedule c join semester m on m.id = c.semester_id
  where c.id = p_schedule
$$;

-- The same as one value: null when it takes place.
create function class_problem(p_schedule bigint, p_date date) returns text language plpgsql stable as $$
begin
  return nullif(coalesce((select problem from class_on_date(p_schedule, p_date)), 'unknown'), 'none');
end $$;

-- One student's mark: who it is, whether they belong here, the record and its history.
-- p_by says what p_key is: 'any' (card number, else student id, else uuid) or 'id'.
create function take_mark(
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
      if not found and p_key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
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

-- A tap, a typed id, a click or a whole selection: one call, one transaction, answered once per request key.
create function record_marks(
  p_request text, p_keys text[], p_by text, p_schedule bigint, p_date date, p_status text, p_how text, p_user bigint, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  given jsonb;
  problem text;
begin
  if p_request is not null then
    select r.answer into given from attendance_request r where r.user_id = p_user and r.key = p_request;
    if found then
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
    insert into attendance_request (user_id, key, answer) values (p_user, p_request, given)
    on conflict do nothing;
    if not found then
      select r.answer into given from attendance_request r where r.user_id = p_user and r.key = p_request;
    end if;
  end if;
  return given;
end $$;
