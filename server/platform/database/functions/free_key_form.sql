-- When a row gives up its key form, the next row with the same value gets it, which was equal before key forms were compared
-- (R-KEY-2). Arguments and triggers are those of keep_key_form.
create or replace function free_key_form() returns trigger language plpgsql as $$
declare
  scope jsonb;
  next_id bigint;
begin
  if tg_op = 'UPDATE' and (old.key_form is not distinct from new.key_form) and not exists (
    select from unnest(tg_argv) as c(name)
    where to_jsonb(old) -> c.name is distinct from to_jsonb(new) -> c.name
  ) then
    return null;
  end if;
  if tg_table_name = 'student' then
    -- Fifty thousand may change at once: the plan of this statement is made once.
    select min(t.id) into next_id from student t
    where t.key_form is null and t.rfid_number is not null and key_form(t.rfid_number) = old.key_form;
  else
    select coalesce(jsonb_object_agg(c.name, to_jsonb(old) -> c.name), '{}') into scope
    from unnest(tg_argv) with ordinality as c(name, place) where place > 1;
    execute format('select min(t.id) from %1$I t
      where t.key_form is null and t.%2$I is not null and key_form(t.%2$I) = $1 and to_jsonb(t) @> $2',
      tg_table_name, tg_argv[0]) into next_id using old.key_form, scope;
  end if;
  -- There is hardly ever one, and a statement without a row would run the triggers of the table's statements.
  if next_id is not null then
    execute format('update %1$I set key_form = $1 where id = $2', tg_table_name) using old.key_form, next_id;
  end if;
  return null;
end $$;
