-- A further teacher who moves up to the first place keeps their own pay code: it becomes the class's, and those who were paid
-- with the class's code get that as their own (R-TEACH-1). Where the class has no code they would get one by this, so it stays
-- without. A code that the same change sets stays.
create or replace function first_keeps_own_code() returns trigger language plpgsql as $$
declare
  own constant bigint := (old.co_payrolls ->> new.teacher_id::text)::bigint;
  others constant bigint[] := array(
    select k.id from unnest(old.co_teacher_ids) k(id)
    where k.id = any(new.co_teacher_ids) and k.id <> new.teacher_id and old.co_payrolls ->> k.id::text is null
  );
begin
  if own is null or new.payroll_id is distinct from old.payroll_id or act() @> '{"purpose": "adoption"}'
    or (old.payroll_id is null and others <> '{}') then
    return new;
  end if;
  new.payroll_id := own;
  new.co_payrolls := (
    select nullif(coalesce(jsonb_object_agg(k.id, old.payroll_id), '{}') || (coalesce(new.co_payrolls, '{}') - new.teacher_id::text), '{}')
    from unnest(others) k(id)
  );
  return new;
end $$;
do $$
declare
  target text;
begin
  -- By its name it comes before the trigger that removes the first teacher's code from the further ones.
  foreach target in array array['class_schedule', 'class_schedule_pattern'] loop
    execute format('create or replace trigger %I before update on %I for each row
      when (new.teacher_id <> old.teacher_id and new.teacher_id = any(old.co_teacher_ids) and old.co_payrolls is not null)
      execute function first_keeps_own_code()', target || '_first_keeps_code', target);
  end loop;
end $$;
