-- A mark that is changed or taken back has a line of the same transaction; a first mark is in the history alone.
create or replace function audit_mark() returns trigger language plpgsql as $$
begin
  insert into audit (at, user_id, actor, kind, what, about, status)
  select new.changed_at, u.id, coalesce(u.email, 'Device ' || d.name, 'command line'), 'mark',
    case when new.to_status is null then 'Mark taken back (' || new.from_status || ')'
      when new.to_status = new.from_status then concat_ws(', ', 'Details of a mark changed: ' || new.to_status,
        new.late_minutes || ' min late', new.left_early_minutes || ' min left early', case when new.excuse is not null then 'excused' end)
      else 'Mark changed from ' || new.from_status || ' to ' || new.to_status end,
    jsonb_build_object('student', new.student_id, 'class_schedule', new.class_schedule_id, 'date', new.date, 'how', new.how)
      || case when new.token_id is null then '{}' else jsonb_build_object('access_token', new.token_id) end, 200
  from (select 1) one left join app_user u on u.id = new.changed_by left join device d on d.id = new.device_id;
  return null;
end $$;
