-- Events of enrolments for webhooks, in the order of their student's other events.
create or replace function webhook_of_enrolments() returns trigger language plpgsql as $$
begin
  if not exists (select from webhook where disabled_at is null and 'enrolments' = any(kinds)) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into webhook_delivery (webhook_id, event, subject, student_id, class_schedule_id, at)
    select w.id, 'enrolment.created', 'student ' || e.student_id, e.student_id, e.class_schedule_id, now()
    from after e cross join webhook w where w.disabled_at is null and 'enrolments' = any(w.kinds)
    order by e.id, w.id;
  elsif tg_op = 'DELETE' then
    insert into webhook_delivery (webhook_id, event, subject, student_id, class_schedule_id, at)
    select w.id, 'enrolment.deleted', 'student ' || e.student_id, e.student_id, e.class_schedule_id, now()
    from before e cross join webhook w where w.disabled_at is null and 'enrolments' = any(w.kinds)
    order by e.id, w.id;
  else
    insert into webhook_delivery (webhook_id, event, subject, student_id, class_schedule_id, at)
    select w.id, 'enrolment.changed', 'student ' || e.student_id, e.student_id, e.class_schedule_id, now()
    from after e join before o on o.id = e.id
    cross join webhook w
    where w.disabled_at is null and 'enrolments' = any(w.kinds)
      and (e.student_id, e.class_schedule_id, e.enrolled_from, e.enrolled_to)
        is distinct from (o.student_id, o.class_schedule_id, o.enrolled_from, o.enrolled_to)
    order by e.id, w.id;
  end if;
  return null;
end $$;
create or replace trigger enrolment_adds_to_webhooks after insert on enrolment
  referencing new table as after for each statement execute function webhook_of_enrolments();
create or replace trigger enrolment_changes_in_webhooks after update on enrolment
  referencing old table as before new table as after for each statement execute function webhook_of_enrolments();
create or replace trigger enrolment_leaves_webhooks after delete on enrolment
  referencing old table as before for each statement execute function webhook_of_enrolments();
