-- What a device shows of the answer about a mark.
create or replace function outcome_at_door(p_mark jsonb) returns text language plpgsql immutable as $$
begin
  return case
    when p_mark ->> 'problem' = 'closed' then 'closed'
    when p_mark ? 'problem' or p_mark ->> 'outcome' in ('not_enrolled', 'unknown', 'archived', 'own') then 'nothing_now'
    when p_mark ->> 'outcome' in ('superseded', 'withdrawn_since') then 'superseded'
    when not status_attended(p_mark ->> 'status') then 'absent'
    when p_mark ->> 'outcome' = 'already' then 'already'
    when p_mark -> 'detail' ? 'late_minutes' then 'late'
    else 'present'
  end;
end $$;
