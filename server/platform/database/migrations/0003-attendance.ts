/** Marks with their history, notes and teachers' check-ins. */
export const attendance = `
create table attendance (
  id bigint generated always as identity primary key,
  uuid uuid not null unique default gen_random_uuid(),
  student_id bigint not null references student,
  class_schedule_id bigint not null references class_schedule,
  date date not null,
  status text not null check (status in ('Present', 'Absent')),
  how text not null check (how in ('card', 'typed', 'manual', 'bulk', 'import')),
  marked_by bigint references app_user,
  marked_at timestamptz not null,
  unique (student_id, date, class_schedule_id)
);
create index attendance_of_class on attendance (class_schedule_id, date) include (status);
alter table attendance set (autovacuum_vacuum_insert_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0.01);

create table attendance_history (
  id bigint generated always as identity primary key,
  student_id bigint not null references student,
  class_schedule_id bigint not null references class_schedule,
  date date not null,
  from_status text,
  to_status text,
  how text not null,
  changed_by bigint references app_user,
  changed_at timestamptz not null
);
create index attendance_history_of_mark on attendance_history (student_id, date, class_schedule_id);

create function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  raise exception 'the history of marks is append-only';
end $$;
create trigger attendance_history_is_append_only before update or delete on attendance_history
  for each row execute function refuse_change_of_history();

-- What was answered to a request with an Idempotency-Key, for when the same request comes again.
create table attendance_request (
  user_id bigint not null references app_user,
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

-- Why a class does not take place on a date; null when it does.
create function class_problem(p_schedule bigint, p_date date) returns text language plpgsql stable as $$
declare
  problem text;
begin
  select case
    when c.archived_at is not null then 'archived'
    when c.day_of_week <> extract(isodow from p_date) then 'weekday'
    when p_date not between s.class_start_date and s.class_end_date then 'semester'
    when exists (select from holiday h where h.date_to >= p_date and h.date_from <= p_date and h.archived_at is null) then 'holiday'
  end into problem
  from class_schedule c join semester s on s.id = c.semester_id
  where c.id = p_schedule;
  if not found then
    return 'unknown';
  end if;
  return problem;
end $$;

-- One student's mark: who it is, whether they belong here, the record and its history.
-- p_by says what p_key is: 'any' (card number, else student id, else uuid) or 'id'.
create function take_mark(
  p_key text, p_by text, p_schedule bigint, p_date date, p_status text, p_how text, p_user bigint, p_now timestamptz
) returns jsonb language plpgsql as $$
declare
  person student;
  mark attendance;
  found_by text := p_how;
  before text;
  result text;
begin
  if p_by = 'id' then
    select * into person from student where id = p_key::bigint;
  else
    select * into person from student where rfid_number = p_key;
    if found then
      found_by := coalesce(p_how, 'card');
    else
      select * into person from student where student_id = p_key;
      found_by := coalesce(p_how, 'typed');
      if not found and p_key ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
        select * into person from student where uuid = p_key::uuid;
        found_by := coalesce(p_how, 'manual');
      end if;
    end if;
  end if;

  if person.id is null then
    return jsonb_build_object('outcome', 'unknown', 'key', p_key);
  end if;

  if person.archived_at is not null then
    result := 'archived';
  elsif not exists (
    select from enrolment e
    where e.student_id = person.id and e.class_schedule_id = p_schedule
      and e.enrolled_from <= p_date and (e.enrolled_to is null or e.enrolled_to >= p_date)
  ) then
    result := 'not_enrolled';
  else
    insert into attendance (student_id, class_schedule_id, date, status, how, marked_by, marked_at)
    values (person.id, p_schedule, p_date, p_status, found_by, p_user, p_now)
    on conflict (student_id, date, class_schedule_id) do nothing
    returning * into mark;
    if found then
      result := 'marked';
    else
      select * into mark from attendance
      where student_id = person.id and class_schedule_id = p_schedule and date = p_date for update;
      if not found then
        raise serialization_failure using message = 'the mark was withdrawn in the same moment';
      end if;
      if mark.status = p_status then
        result := 'already';
      else
        before := mark.status;
        update attendance set status = p_status, how = found_by, marked_by = p_user, marked_at = p_now
        where id = mark.id returning * into mark;
        result := 'changed';
      end if;
    end if;
    if result <> 'already' then
      insert into attendance_history (student_id, class_schedule_id, date, from_status, to_status, how, changed_by, changed_at)
      values (person.id, p_schedule, p_date, before, p_status, found_by, p_user, p_now);
    end if;
  end if;

  return jsonb_build_object(
    'outcome', result, 'key', p_key,
    'id', mark.id, 'uuid', mark.uuid, 'status', mark.status, 'how', mark.how,
    'marked_at', to_char(mark.marked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'student', person.id, 'student_uuid', person.uuid, 'student_id', person.student_id,
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
  problem := class_problem(p_schedule, p_date);
  if problem is not null then
    return jsonb_build_object('problem', problem);
  end if;
  select jsonb_build_object('marks', jsonb_agg(take_mark(k, p_by, p_schedule, p_date, p_status, p_how, p_user, p_now)))
  into given from unnest(p_keys) as k;
  if p_request is not null then
    insert into attendance_request (user_id, key, answer) values (p_user, p_request, given)
    on conflict do nothing;
    if not found then
      select r.answer into given from attendance_request r where r.user_id = p_user and r.key = p_request;
    end if;
  end if;
  return given;
end $$;
`;
