-- In the database, so that no writer (an older process too) changes what was paid. Who the line belongs to may change.
create or replace function refuse_change_of_closed_pay() returns trigger language plpgsql as $$
declare
  closed date := (select closed_until from pay_closing order by id desc limit 1);
begin
  if (tg_op <> 'INSERT' and old.date <= closed) or (tg_op <> 'DELETE' and new.date <= closed) then
    raise exception using errcode = 'AT409',
      message = format('Pay is closed until %s: check-ins of these days do not change. They change again after the days are opened in the Timesheet Admin Portal, with a reason.', to_char(closed, 'FMDD Mon YYYY'));
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create or replace trigger payroll_log_is_closed
before insert or delete or update of date, class_schedule_id, teacher_id, duration_minutes, pay_code_id, rate_cents, amount_cents, status, contested_at, contested_by
on payroll_log for each row execute function refuse_change_of_closed_pay();
