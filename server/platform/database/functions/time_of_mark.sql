-- When a mark was made, and what that says of a closed roll or an archived class.
create or replace function time_of_mark(p_mark new_mark, p_person roll_student, p_terms mark_terms) returns new_mark
language plpgsql stable as $$
declare
  opens timestamptz;
  first_act timestamptz;
begin
  if p_mark.waited and p_terms.device is null then
    opens := (p_person.starts_at
      - make_interval(mins => coalesce((p_terms.opens_by ->> p_person.class_type)::int, p_terms.opens, 15)))
      at time zone p_terms.zone;
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
  p_mark.made_local := p_mark.made at time zone p_terms.zone;
  -- A device and a signed code prove the time; a user's claim does not (R-ROLL-25).
  p_mark.is_claimed := p_mark.waited and p_mark.how <> 'qr'
    -- Nor where the room has no class of that time any more, and an administrator has accepted it.
    and (p_terms.device is null or coalesce(p_terms.accepted, false));
  p_mark.is_of_archived := p_person.problem = 'archived' and p_mark.is_claimed and p_mark.status is not null
    and coalesce(p_mark.made < archived_roll_at(p_mark.schedule, p_mark.date)
      -- Another class took over from the date.
      or (meeting_as_at(p_mark.schedule, p_mark.date, p_mark.made)).status = 'scheduled', false);
  p_mark.is_closed := p_terms.accepted is not true and roll_closed(p_mark.date, p_person.closed_at, p_person.reopened_at,
    p_terms.edit_days, p_terms.today);
  return p_mark;
end $$;
