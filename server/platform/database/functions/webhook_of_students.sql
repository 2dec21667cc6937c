-- Events of students for webhooks, however they are written: forms, files, bulk changes, merges, erasures.
create or replace function webhook_of_students() returns trigger language plpgsql as $$
begin
  if not exists (select from webhook where disabled_at is null and 'students' = any(kinds)) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into webhook_delivery (webhook_id, event, subject, student_id, at)
    select w.id, 'student.created', 'student ' || s.id, s.id, now()
    from after s cross join webhook w where w.disabled_at is null and 'students' = any(w.kinds)
    order by s.id, w.id;
  elsif tg_op = 'DELETE' then
    insert into webhook_delivery (webhook_id, event, subject, student_id, at)
    select w.id, 'student.deleted', 'student ' || s.id, s.id, now()
    from before s cross join webhook w where w.disabled_at is null and 'students' = any(w.kinds)
    order by s.id, w.id;
  else
    -- An erasure leaves an anonymous row.
    insert into webhook_delivery (webhook_id, event, subject, student_id, at)
    select w.id, case when s.erased_at is not null and o.erased_at is null then 'student.deleted' else 'student.changed' end,
      'student ' || s.id, s.id, now()
    from after s join before o on o.id = s.id
    cross join webhook w
    where w.disabled_at is null and 'students' = any(w.kinds)
      and o.erased_at is null and s is distinct from o
    order by s.id, w.id;
  end if;
  return null;
end $$;
create or replace trigger student_adds_to_webhooks after insert on student
  referencing new table as after for each statement execute function webhook_of_students();
create or replace trigger student_changes_in_webhooks after update on student
  referencing old table as before new table as after for each statement execute function webhook_of_students();
create or replace trigger student_leaves_webhooks after delete on student
  referencing old table as before for each statement execute function webhook_of_students();
