-- Who did what: sign-ins, refusals, exports, deletes, imports, changes; and what may be forgotten after a time.

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null for a command, and for somebody who is not known here; users are never deleted.
  user_id bigint references app_user,
  -- The e-mail address, or 'command line'.
  actor text not null,
  role text,
  kind text not null check (kind in
    ('sign_in', 'refusal', 'export', 'delete', 'archive', 'import', 'change', 'mark', 'pay', 'privacy')),
  what text not null,
  -- Ids, dates and choices; never names.
  about jsonb not null default '{}',
  -- What was answered; null when the process ended before it was.
  status smallint,
  request_id text,
  -- Of a sign-in: recorded once.
  session text
);
create index audit_in_order on audit (at, id);
create index audit_of_kind on audit (kind, at, id);
create index audit_of_user on audit (user_id, at, id);
create index audit_refused on audit (at, id) where status = 403;
create index audit_of_student on audit using gin ((about -> 'student'));
create unique index audit_sign_in on audit (actor, session) where kind = 'sign_in';

-- Only what has lain for its time may be forgotten, and only by the retention (never what is younger than 30 days).
create function may_be_forgotten(happened timestamptz) returns boolean language sql stable as $$
  select coalesce(current_setting('attendance.retention', true) = 'on', false) and happened < now() - interval '30 days'
$$;

create function refuse_change_of_audit() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and may_be_forgotten(old.at) then
    return old;
  end if;
  -- The answer is filled in once.
  if tg_op = 'UPDATE' and old.status is null and to_jsonb(new) - 'status' = to_jsonb(old) - 'status' then
    return new;
  end if;
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_is_append_only before update or delete on audit for each row execute function refuse_change_of_audit();

create or replace function refuse_change_of_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and may_be_forgotten(old.changed_at) then
    return old;
  end if;
  raise exception 'the history of marks is append-only';
end $$;
create or replace function refuse_change_of_pay_history() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and may_be_forgotten(old.changed_at) then
    return old;
  end if;
  raise exception 'the history of check-ins is append-only';
end $$;

create function refuse_emptying() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_is_kept before truncate on audit for each statement execute function refuse_emptying();
create trigger attendance_history_is_kept before truncate on attendance_history for each statement execute function refuse_emptying();

-- A mark that is changed or taken back is told in the same transaction; a first mark is in the history alone.
create function audit_mark() returns trigger language plpgsql as $$
begin
  insert into audit (at, user_id, actor, kind, what, about, status)
  select new.changed_at, u.id, coalesce(u.email, 'command line'), 'mark',
    case when new.to_status is null then 'Mark taken back (' || new.from_status || ')'
      else 'Mark changed from ' || new.from_status || ' to ' || new.to_status end,
    jsonb_build_object('student', new.student_id, 'class_schedule', new.class_schedule_id, 'date', new.date, 'how', new.how), 200
  from (select 1) one left join app_user u on u.id = new.changed_by;
  return null;
end $$;
create trigger mark_is_audited after insert on attendance_history for each row when (new.from_status is not null)
  execute function audit_mark();

-- Which fields, not their values: who reads this need not read amounts.
create function audit_pay() returns trigger language plpgsql as $$
begin
  insert into audit (at, user_id, actor, kind, what, about, status)
  select new.changed_at, u.id, u.email, 'pay', 'Check-in ' || replace(new.what, '_', ' '),
    jsonb_strip_nulls(jsonb_build_object('payroll_log', new.payroll_log_id, 'class_schedule', new.class_schedule_id, 'date', new.date,
      'fields', (select jsonb_agg(c -> 'field') from jsonb_array_elements(new.changes) c))), 200
  from app_user u where u.id = new.changed_by;
  return null;
end $$;
create trigger pay_is_audited after insert on payroll_log_history for each row execute function audit_pay();

-- What was changed before this version.
insert into audit (at, user_id, actor, kind, what, about, status)
select h.changed_at, u.id, coalesce(u.email, 'command line'), 'mark',
  case when h.to_status is null then 'Mark taken back (' || h.from_status || ')'
    else 'Mark changed from ' || h.from_status || ' to ' || h.to_status end,
  jsonb_build_object('student', h.student_id, 'class_schedule', h.class_schedule_id, 'date', h.date, 'how', h.how), 200
from attendance_history h left join app_user u on u.id = h.changed_by
where h.from_status is not null
order by h.id;
insert into audit (at, user_id, actor, kind, what, about, status)
select h.changed_at, u.id, u.email, 'pay', 'Check-in ' || replace(h.what, '_', ' '),
  jsonb_build_object('payroll_log', h.payroll_log_id, 'class_schedule', h.class_schedule_id, 'date', h.date), 200
from payroll_log_history h join app_user u on u.id = h.changed_by
order by h.id;
