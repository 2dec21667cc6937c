-- When a mark was made, and what that says of its class and of a closed roll. What waited is judged by the times of the class
-- then, where it took place.
create or replace function time_of_mark(p_mark new_mark, p_person roll_student, p_terms mark_terms) returns new_mark
language plpgsql stable as $$
declare
  opens timestamptz;
  first_act timestamptz;
  starts time;
  ends time;
begin
  if p_mark.waited then
    p_mark.made := least(p_mark.now, p_terms.made_at);
    select w.start_time, w.end_time into starts, ends from meeting_that_was_held(p_mark.schedule, p_mark.date, p_mark.made) w;
  end if;
  if p_mark.waited and p_terms.device is null then
    opens := local_instant(coalesce(p_mark.date + starts, p_person.starts_at)
      - make_interval(mins => coalesce((p_terms.opens_by ->> p_person.class_type)::int, p_terms.opens, 15)), p_terms.zone);
  end if;
  if p_terms.made_at < opens then
    select least(min(coalesce(h.made_at, h.changed_at)), p_person.status_changed_at) into first_act
    from attendance_history h
    where h.student_id = p_mark.student and h.class_schedule_id = p_mark.schedule and h.date = p_mark.date;
  end if;
  p_mark.made := case
    when not p_mark.waited then p_mark.now
    -- A device's clock is corrected, and its tap has found its class by the time.
    when p_terms.device is not null then least(p_mark.now, p_terms.made_at)
    else waited_made_at(p_mark.now, opens, first_act, p_terms.made_at)
  end;
  if p_mark.made > p_terms.made_at then
    select w.start_time, w.end_time into starts, ends from meeting_that_was_held(p_mark.schedule, p_mark.date, p_mark.made) w;
  end if;
  p_mark.took_place := p_mark.waited and starts is not null;
  p_mark.starts_at := coalesce(p_mark.date + starts, p_person.starts_at);
  p_mark.ends_at := coalesce(p_mark.date + ends, p_person.ends_at);
  p_mark.made_local := p_mark.made at time zone p_terms.zone;
  -- A device and a signed code prove the time; a user's claim does not (R-ROLL-25).
  p_mark.is_claimed := p_mark.waited and p_mark.how <> 'qr'
    -- Nor where the room has no class of that time any more, and an administrator has accepted it.
    and (p_terms.device is null or coalesce(p_terms.accepted, false));
  -- The class has gone from the date since: what a user made or a code proves is not lost (R-ROLL-25).
  -- An accepted mark was held before: it is also written where its class has gone since then.
  p_mark.is_of_gone := (p_mark.took_place or coalesce(p_terms.accepted, false)) and p_person.problem in ('archived', 'holiday', 'semester', 'weekday', 'week')
    and (p_mark.is_claimed or p_mark.how = 'qr') and p_mark.status is not null;
  p_mark.is_closed := p_terms.accepted is not true and roll_closed(p_mark.date, p_person.closed_at, p_person.reopened_at,
    p_terms.edit_days, p_terms.today);
  return p_mark;
end $$;
