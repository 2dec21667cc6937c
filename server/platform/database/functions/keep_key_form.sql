-- The key form of a new or changed value, which a unique index compares (R-KEY-2). Of two rows that were equal before, one has
-- none; a row keeps what it has until its value changes. Arguments: the value's column, then those it is unique with.
create or replace function keep_key_form() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and not exists (
    select from unnest(tg_argv) as c(name)
    where to_jsonb(old) -> c.name is distinct from to_jsonb(new) -> c.name
  ) then
    return new;
  end if;
  new.key_form := key_form(to_jsonb(new) ->> tg_argv[0]);
  return new;
end $$;

do $$
declare
  target record;
  arguments text;
begin
  for target in
    select name, columns from (values
      ('classroom', array['room_number']), ('subject', array['subject_code']), ('pay_code', array['paycode']),
      ('course', array['name']), ('specialization', array['specialization_code']), ('cohort', array['name', 'year']),
      ('holiday', array['name', 'date_from']), ('semester', array['batch', 'year', 'semester']),
      ('student', array['rfid_number']), ('teacher', array['card_number'])
    ) as t(name, columns)
  loop
    select string_agg(quote_literal(c), ', ') into arguments from unnest(target.columns) c;
    -- Without the names of columns, which could not change their type any more.
    execute format('create or replace trigger %I before insert or update on %I for each row
      execute function keep_key_form(%s)', target.name || '_keeps_key_form', target.name, arguments);
    execute format('create or replace trigger %I after delete or update on %I for each row
      when (old.key_form is not null) execute function free_key_form(%s)', target.name || '_frees_key_form', target.name,
      arguments);
  end loop;
end $$;
