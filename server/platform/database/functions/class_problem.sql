-- The same as one value: null when it takes place.
create or replace function class_problem(p_schedule bigint, p_date date) returns text language plpgsql stable as $$
begin
  return (
    select nullif(nullif(problem, 'none'), 'missing')
    from (select coalesce((select problem from class_on_date(p_schedule, p_date)), 'unknown') as problem) found
  );
end $$;
