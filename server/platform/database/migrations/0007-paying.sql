-- Who changed a check-in, when, from what, to what; notes can be put away.

create index on payroll_log (date, id);
create index on payroll_log (date, id) where status = 'pending';

-- Names and amounts as they were then. A check-in that is withdrawn leaves its history: no foreign key to it.
create table payroll_log_history (
  id bigint generated always as identity primary key,
  payroll_log_id bigint not null,
  class_schedule_id bigint not null,
  date date not null,
  what text not null check (what in ('checked_in', 'entered', 'changed', 'reopened', 'withdrawn')),
  changes jsonb not null default '[]',
  reason text,
  changed_by bigint not null references app_user,
  changed_at timestamptz not null
);
create index on payroll_log_history (payroll_log_id, id);

create function refuse_change_of_pay_history() returns trigger language plpgsql as $$
begin
  raise exception 'the history of check-ins is append-only';
end $$;
create trigger payroll_log_history_is_append_only before update or delete on payroll_log_history
  for each row execute function refuse_change_of_pay_history();
create trigger payroll_log_history_is_kept before truncate on payroll_log_history
  for each statement execute function refuse_change_of_pay_history();

alter table attendance_note add column archived_at timestamptz;
create index on attendance_note (date, id) where archived_at is null;
