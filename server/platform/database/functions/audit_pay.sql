-- Which fields, not their values: who reads this need not read amounts.
create or replace function audit_pay() returns trigger language plpgsql as $$
begin
  insert into audit (at, user_id, actor, kind, what, about, status)
  select new.changed_at, u.id, u.email, 'pay', 'Check-in ' || replace(new.what, '_', ' '),
    jsonb_strip_nulls(jsonb_build_object('payroll_log', new.payroll_log_id, 'class_schedule', new.class_schedule_id, 'date', new.date,
      'device', new.device_id,
      'fields', (select jsonb_agg(c -> 'field') from jsonb_array_elements(new.changes) c))), 200
  from app_user u where u.id = new.changed_by;
  return null;
end $$;
