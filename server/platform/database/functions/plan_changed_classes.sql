-- A changed class changes its pattern from the date that the transaction names (`from` of act), or else from its default date, and its meetings.
-- Where no date is given (an import, an undo), changes that were planned for later dates hold over it.
create or replace function plan_changed_classes() returns trigger language plpgsql as $$
declare
  given date := (act() ->> 'from')::date;
begin
  if act() @> '{"purpose": "adoption"}' then
    return null;
  end if;
  -- A check-in has the rate of its moment, so a pay code alone holds from today, also where the class has begun.
  perform change_pattern(
    changed.id,
    coalesce(given, case when changed.columns - '{payroll_id,co_payrolls}'::text[] = '{}' then institute_now()::date end, default_change_date(changed.id)),
    changed.columns, given is null)
  from (
    select n.id, jsonb_object_agg(value.key, value.value) as columns
    from after n join before o on o.id = n.id
    cross join lateral jsonb_each(to_jsonb(n)) value
    where value.key in ('day_of_week', 'start_time', 'end_time', 'classroom_id', 'teacher_id', 'payroll_id', 'weeks',
        'co_teacher_ids', 'co_payrolls', 'more_classroom_ids')
      and value.value is distinct from to_jsonb(o) -> value.key
    group by n.id
  ) changed;
  perform drop_changes_by_hand(array_agg(n.id), coalesce(given, institute_now()::date))
  from after n join before o on o.id = n.id
  where n.day_of_week <> o.day_of_week or n.weeks is distinct from o.weeks
  having count(*) > 0;
  -- An archived class has no meetings from today on; restored, it has them from that day on.
  perform pause_pattern(n.id, institute_now()::date)
  from after n join before o on o.id = n.id
  where n.archived_at is not null and o.archived_at is null;
  perform resume_pattern(n.id, institute_now()::date)
  from after n join before o on o.id = n.id
  where n.archived_at is null and o.archived_at is not null;
  perform hold_dates_of_archived(array_agg(n.id))
  from after n join before o on o.id = n.id
  where n.archived_at is null and o.archived_at is not null
  having count(*) > 0;
  perform plan_meetings(array_agg(n.id))
  from after n join before o on o.id = n.id
  where (n.archived_at is null) <> (o.archived_at is null)
    or (n.semester_id, n.day_of_week, n.weeks, n.start_time, n.end_time, n.classroom_id, n.teacher_id, n.co_teacher_ids,
        n.more_classroom_ids)
      is distinct from (o.semester_id, o.day_of_week, o.weeks, o.start_time, o.end_time, o.classroom_id, o.teacher_id,
        o.co_teacher_ids, o.more_classroom_ids)
  having count(*) > 0;
  -- What planning has not removed: dates that were changed by hand.
  perform hold_dates_of_archived(array_agg(n.id))
  from after n join before o on o.id = n.id
  where n.archived_at is not null and o.archived_at is null
  having count(*) > 0;
  return null;
end $$;
create or replace trigger class_schedule_is_planned_again after update on class_schedule
  referencing old table as before new table as after for each statement execute function plan_changed_classes();
