-- When a row gives up its key form, the next row with the same value gets it, which was equal before key forms were compared
-- (R-KEY-2). Arguments and triggers are those of keep_key_form.
create or replace function free_key_form() returns trigger language plpgsql as $$
declare
  scope jsonb;
begin
  if tg_op = 'UPDATE' and (old.key_form is not distinct from new.key_form) and not exists (
    select from unnest(tg_argv) as c(name)
    where to_jsonb(old) -> c.name is distinct from to_jsonb(new) -> c.name
  ) then
    return null;
  end if;
  select coalesce(jsonb_object_agg(c.name, to_jsonb(old) -> c.name), '{}') into scope
  from unnest(tg_argv) with ordinality as c(name, place) where place > 1;
  execute format('update %1$I set key_form = $1 where id = (
      select min(t.id) from %1$I t
      where t.key_form is null and t.%2$I is not null and key_form(t.%2$I) = $1 and to_jsonb(t) @> $2
    )', tg_table_name, tg_argv[0]) using old.key_form, scope;
  return null;
end $$;
