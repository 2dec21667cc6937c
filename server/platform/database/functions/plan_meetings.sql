-- Brings the weekly meetings of classes (null: of all) within dates in line with the patterns, semesters and holidays.
-- Adds what is missing; changes and removes only weekly meetings that carry nothing and were not changed by hand.
-- Idempotent. Returns how many rows it added, changed and removed.
create or replace function plan_meetings(
  p_classes bigint[] default null, p_from date default '0001-01-01', p_to date default '9999-12-31'
) returns integer language plpgsql
  -- The planner takes each series of weeks for a thousand rows, and would compile for longer than the work takes.
  set jit = off
as $$
declare
  step integer;
  done integer := 0;
begin
  -- One planner at a time; marks do not wait for it. A transaction that takes everything back does without:
  -- others would wait for minutes, and it writes nothing that another planner could miss.
  if act() ->> 'purpose' is distinct from 'rehearsal' then
    -- Changes of a meeting lock its class, too. What a meeting carries is written under a key share of the class: it waits,
    -- or is found, wherever dates of today or before are planned.
    if p_from <= institute_now()::date then
      perform from class_schedule c
      where case when p_classes is not null then c.id = any(p_classes)
        else exists (select from class_meeting m where m.class_schedule_id = c.id and m.date between p_from and p_to) end
      order by c.id for update;
    else
      perform from class_schedule c
      where case when p_classes is not null then c.id = any(p_classes)
        else exists (select from class_meeting m where m.class_schedule_id = c.id and m.date between p_from and p_to) end
      order by c.id for no key update;
    end if;
    perform pg_advisory_xact_lock(hashtext('attendance.planning'));
  end if;

  with untouched as (
    select m.id, m.class_schedule_id, m.date
    from class_meeting m
    where (p_classes is null or m.class_schedule_id = any(p_classes)) and m.date between p_from and p_to
      and m.origin = 'weekly' and m.status in ('scheduled', 'holiday')
      and not m.own_time and not m.own_room and not m.held_on_holiday and m.covering_teacher_id is null
      and m.changed_places is null
  )
  delete from class_meeting m using (
    select u.id from untouched u
    left join weekly_meetings(p_classes, p_from, p_to) w on w.class_schedule_id = u.class_schedule_id and w.date = u.date
    where case when w.date is null then not carries_something(u.class_schedule_id, u.date) end
  ) gone
  where m.id = gone.id;
  get diagnostics step = row_count;
  done := done + step;

  with wanted as (
    select m.id, w.teacher_id,
      case when m.own_time then m.start_time else w.start_time end as start_time,
      case when m.own_time then m.end_time else w.end_time end as end_time,
      case when m.own_room then m.classroom_id else w.classroom_id end as classroom_id,
      case when m.held_on_holiday then m.status else w.status end as status,
      -- Who becomes a teacher of the class covers no one in it.
      case when m.covering_teacher_id <> all(array[w.teacher_id] || w.co_teacher_ids) then m.covering_teacher_id end
        as covering_teacher_id,
      w.co_teacher_ids,
      places_that_stay(m.changed_places, m.covering_teacher_id, w.teacher_id, w.co_teacher_ids) as changed_places,
      case when m.own_room then m.more_classroom_ids else w.more_classroom_ids end as more_classroom_ids
    from weekly_meetings(p_classes, p_from, p_to) w
    join class_meeting m on m.class_schedule_id = w.class_schedule_id and m.date = w.date
    where m.origin = 'weekly' and m.status in ('scheduled', 'holiday') and m.date between p_from and p_to
  )
  update class_meeting m set start_time = w.start_time, end_time = w.end_time, teacher_id = w.teacher_id,
    classroom_id = w.classroom_id, status = w.status, covering_teacher_id = w.covering_teacher_id,
    co_teacher_ids = w.co_teacher_ids, changed_places = w.changed_places, more_classroom_ids = w.more_classroom_ids,
    sequence = default
  from wanted w
  where m.id = w.id
    -- In this order: what meetings carry is looked up for the few that differ.
    and case when (m.start_time, m.end_time, m.teacher_id, m.classroom_id, m.status, m.co_teacher_ids, m.more_classroom_ids)
      is distinct from (w.start_time, w.end_time, w.teacher_id, w.classroom_id, w.status, w.co_teacher_ids, w.more_classroom_ids)
      -- A holiday is held again once it is none, also with a note of that date.
      then (m.status = 'holiday' and w.status <> 'holiday') or not carries_something(m.class_schedule_id, m.date) end;
  get diagnostics step = row_count;
  done := done + step;

  insert into class_meeting (class_schedule_id, date, start_time, end_time, classroom_id, teacher_id, status, co_teacher_ids,
    more_classroom_ids)
  select w.class_schedule_id, w.date, w.start_time, w.end_time, w.classroom_id, w.teacher_id, w.status, w.co_teacher_ids,
    w.more_classroom_ids
  from weekly_meetings(p_classes, p_from, p_to) w
  where not exists (
    select from class_meeting m where m.class_schedule_id = w.class_schedule_id and m.date = w.date
  )
  on conflict (class_schedule_id, date) do nothing;
  get diagnostics step = row_count;
  return done + step;
end $$;
