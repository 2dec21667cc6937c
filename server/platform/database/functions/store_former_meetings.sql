-- Stores the state that a meeting had before a transaction that changed it, for meeting_as_at. A trigger does, so that no
-- writer goes around it. Dates to come need none: nothing is marked before its date. Where a writer does not say the
-- institute's date, the database's may be the one beside it.
create or replace function store_former_meetings() returns trigger language plpgsql as $$
declare
  -- Older states are deleted (server/people/privacy/retention.ts).
  since constant date := institute_now()::date - 400;
  until constant date := institute_now()::date + 1;
  -- Other users see a change when its transaction ends: they mark what was there before.
  moment constant timestamptz := coalesce((act() ->> 'at')::timestamptz, now()) + (clock_timestamp() - now());
  present constant bigint := pg_current_xact_id()::text::bigint;
begin
  -- Of several changes in one transaction the first has the state that was there, the last the moment.
  if tg_op = 'DELETE' then
    insert into former_meeting (date, class_schedule_id, transaction, changed_at, start_time, end_time, classroom_id,
      teacher_id, covering_teacher_id, co_teacher_ids, changed_places, more_classroom_ids, status)
    select o.date, o.class_schedule_id, present, moment, o.start_time, o.end_time, o.classroom_id, o.teacher_id,
      o.covering_teacher_id, o.co_teacher_ids, o.changed_places, o.more_classroom_ids, o.status
    from before o where o.date between since and until
    on conflict (date, class_schedule_id, transaction) do update set changed_at = excluded.changed_at;
  elsif tg_op = 'UPDATE' then
    insert into former_meeting (date, class_schedule_id, transaction, changed_at, start_time, end_time, classroom_id,
      teacher_id, covering_teacher_id, co_teacher_ids, changed_places, more_classroom_ids, status)
    select o.date, o.class_schedule_id, present, moment, o.start_time, o.end_time, o.classroom_id, o.teacher_id,
      o.covering_teacher_id, o.co_teacher_ids, o.changed_places, o.more_classroom_ids, o.status
    from before o join after n on n.id = o.id
    where o.date between since and until
      and (o.date, o.class_schedule_id, o.start_time, o.end_time, o.classroom_id, o.teacher_id, o.covering_teacher_id, o.co_teacher_ids,
          o.changed_places, o.more_classroom_ids, o.status)
        is distinct from (n.date, n.class_schedule_id, n.start_time, n.end_time, n.classroom_id, n.teacher_id,
          n.covering_teacher_id, n.co_teacher_ids, n.changed_places, n.more_classroom_ids, n.status)
    on conflict (date, class_schedule_id, transaction) do update set changed_at = excluded.changed_at;
    -- On the date to which a meeting goes there was none.
    insert into former_meeting (date, class_schedule_id, transaction, changed_at)
    select n.date, n.class_schedule_id, present, moment
    from after n join before o on o.id = n.id
    where (n.date, n.class_schedule_id) <> (o.date, o.class_schedule_id) and n.date between since and until
    on conflict (date, class_schedule_id, transaction) do update set changed_at = excluded.changed_at;
  else
    insert into former_meeting (date, class_schedule_id, transaction, changed_at)
    select n.date, n.class_schedule_id, present, moment from after n where n.date between since and until
    on conflict (date, class_schedule_id, transaction) do update set changed_at = excluded.changed_at;
  end if;
  return null;
end $$;
create or replace trigger class_meeting_adds_former after insert on class_meeting
  referencing new table as after for each statement execute function store_former_meetings();
create or replace trigger class_meeting_changes_former after update on class_meeting
  referencing old table as before new table as after for each statement execute function store_former_meetings();
create or replace trigger class_meeting_leaves_former after delete on class_meeting
  referencing old table as before for each statement execute function store_former_meetings();
