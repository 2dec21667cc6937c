-- Why the roll of a class on a date takes no changes: what class_problem says, or 'closed'; null when it does.
drop function if exists roll_problem(bigint, date, jsonb);
create or replace function roll_problem(p_schedule bigint, p_date date, p_terms mark_terms) returns text language plpgsql stable as $$
begin
  return (
    select case
      when r.problem is null then 'unknown'
      when r.problem not in ('none', 'missing') then r.problem
      when roll_closed(p_date, r.closed_at, r.reopened_at, p_terms.edit_days, p_terms.today)
        then 'closed'
    end
    from (select 1) one left join roll_on_date(p_schedule, p_date) r on true
  );
end $$;
