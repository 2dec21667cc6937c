-- Events of meetings for webhooks: planned, moved, cancelled, another room, time or teacher. Closing a roll is none.
create or replace function webhook_of_meetings() returns trigger language plpgsql as $$
begin
  if not exists (select from webhook where disabled_at is null and 'meetings' = any(kinds)) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into webhook_delivery (webhook_id, event, subject, class_schedule_id, date, at)
    select w.id, 'meeting.created', 'class ' || m.class_schedule_id, m.class_schedule_id, m.date, now()
    from after m cross join webhook w where w.disabled_at is null and 'meetings' = any(w.kinds)
    order by m.id, w.id;
  elsif tg_op = 'DELETE' then
    insert into webhook_delivery (webhook_id, event, subject, class_schedule_id, date, at)
    select w.id, 'meeting.deleted', 'class ' || m.class_schedule_id, m.class_schedule_id, m.date, now()
    from before m cross join webhook w where w.disabled_at is null and 'meetings' = any(w.kinds)
    order by m.id, w.id;
  else
    insert into webhook_delivery (webhook_id, event, subject, class_schedule_id, date, at)
    select w.id, 'meeting.changed', 'class ' || m.class_schedule_id, m.class_schedule_id, m.date, now()
    from after m join before o on o.id = m.id
    cross join webhook w
    where w.disabled_at is null and 'meetings' = any(w.kinds)
      and (m.date, m.start_time, m.end_time, m.classroom_id, m.teacher_id, m.covering_teacher_id, m.status, m.moved_to,
          m.co_teacher_ids, m.changed_places, m.more_classroom_ids)
        is distinct from (o.date, o.start_time, o.end_time, o.classroom_id, o.teacher_id, o.covering_teacher_id, o.status,
          o.moved_to, o.co_teacher_ids, o.changed_places, o.more_classroom_ids)
    order by m.id, w.id;
  end if;
  return null;
end $$;
create or replace trigger class_meeting_adds_to_webhooks after insert on class_meeting
  referencing new table as after for each statement execute function webhook_of_meetings();
create or replace trigger class_meeting_changes_in_webhooks after update on class_meeting
  referencing old table as before new table as after for each statement execute function webhook_of_meetings();
create or replace trigger class_meeting_leaves_webhooks after delete on class_meeting
  referencing old table as before for each statement execute function webhook_of_meetings();
