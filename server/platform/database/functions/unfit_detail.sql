-- The problem of details that do not fit a status; null where they do.
create or replace function unfit_detail(p_status text, p_detail jsonb) returns text language plpgsql immutable as $$
begin
  return case
    when not status_attended(p_status)
      and (p_detail ->> 'late_minutes' is not null or p_detail ->> 'left_early_minutes' is not null) then 'detail_of_present'
    when status_attended(p_status) and p_detail ->> 'excuse' is not null then 'detail_of_absent'
  end;
end $$;
