-- TRUNCATE would pass the triggers of rows.
create or replace function refuse_emptying() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
