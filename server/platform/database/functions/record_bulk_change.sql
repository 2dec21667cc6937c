-- Rows that a recorded operation writes (`operation` of act), by whatever statement: as they were before its first
-- change and are after its last one, with the name by which people know each and the student whose data it has. Whole rows:
-- finish_bulk_operation leaves what differs. Each row is made jsonb once. Arguments: the key, by default id.
create or replace function record_bulk_change() returns trigger language plpgsql as $$
declare
  operation constant bigint := (act() ->> 'operation')::bigint;
  first_key constant text := coalesce(tg_argv[0], 'id');
  -- `->>` of no column is null, and concat_ws leaves it out.
  second_key constant text := coalesce(tg_argv[1], '');
  -- Of a student its own number; in other tables `student_id` is the number of a student's row.
  student_key constant text := case tg_table_name when 'student' then 'id' else 'student_id' end;
begin
  if tg_op = 'INSERT' then
    insert into bulk_operation_row (operation_id, table_name, row_key, after, label, student_id)
    with n as materialized (select to_jsonb(x) - '{search,key_form}'::text[] as content from after x)
    select operation, tg_table_name, concat_ws(',', n.content ->> first_key, n.content ->> second_key), n.content,
      left(bulk_row_label(operation, tg_table_name, n.content), 300), (n.content ->> student_key)::bigint
    from n
    on conflict (operation_id, table_name, row_key) do update set after = excluded.after, label = excluded.label;
  elsif tg_op = 'UPDATE' then
    insert into bulk_operation_row (operation_id, table_name, row_key, before, after, label, student_id)
    with n as materialized (select to_jsonb(x) - '{search,key_form}'::text[] as content from after x),
      o as materialized (select to_jsonb(x) - '{search,key_form}'::text[] as content from before x)
    select operation, tg_table_name, concat_ws(',', n.content ->> first_key, n.content ->> second_key), o.content,
      n.content, left(bulk_row_label(operation, tg_table_name, n.content), 300), (n.content ->> student_key)::bigint
    from n join o
      on o.content ->> first_key = n.content ->> first_key
      and o.content ->> second_key is not distinct from n.content ->> second_key
    where o.content <> n.content
    on conflict (operation_id, table_name, row_key) do update set after = excluded.after, label = excluded.label;
  else
    insert into bulk_operation_row (operation_id, table_name, row_key, before, label, student_id)
    with o as materialized (select to_jsonb(x) - '{search,key_form}'::text[] as content from before x)
    select operation, tg_table_name, concat_ws(',', o.content ->> first_key, o.content ->> second_key), o.content,
      left(bulk_row_label(operation, tg_table_name, o.content), 300), (o.content ->> student_key)::bigint
    from o
    on conflict (operation_id, table_name, row_key) do update set after = null;
  end if;
  return null;
end $$;

-- The tables that imports, archiving, enrolments and transfers write; what their triggers derive from them (meetings,
-- patterns, cards, standings) follows again when they are restored.
do $$
declare
  target record;
begin
  for target in
    select name, keys from (values
      ('student', ''), ('guardian', ''), ('teacher', ''), ('course', ''), ('specialization', ''), ('semester', ''),
      ('classroom', ''), ('holiday', ''), ('subject', ''), ('class_schedule', ''), ('enrolment', ''), ('cohort', ''),
      ('cohort_schedule', '''cohort_id'', ''class_schedule_id'''), ('cohort_assignment', ''), ('cohort_transfer', ''),
      ('leave', ''), ('red_list', ''), ('attendance_note', ''), ('pay_code', ''), ('waiting_class', ''),
      ('waiting_member', ''), ('external_id', ''), ('external_guardian', '')
    ) as t(name, keys)
  loop
    -- These have functions of their own.
    if target.name not in ('enrolment', 'waiting_member') then
      execute format('create or replace trigger %I after insert on %I referencing new table as after for each statement
        when (act() ? ''operation'') execute function record_bulk_change(%s)',
        target.name || '_is_recorded_added', target.name, target.keys);
    end if;
    execute format('create or replace trigger %I after update on %I referencing old table as before new table as after
      for each statement when (act() ? ''operation'')
      execute function record_bulk_change(%s)',
      target.name || '_is_recorded_changed', target.name, target.keys);
    execute format('create or replace trigger %I after delete on %I referencing old table as before for each statement
      when (act() ? ''operation'') execute function record_bulk_change(%s)',
      target.name || '_is_recorded_removed', target.name, target.keys);
  end loop;
end $$;

-- Lines of cards follow the numbers of their students by themselves, but where they are respelled.
create or replace trigger student_card_is_recorded_changed after update on student_card
  referencing old table as before new table as after for each statement
  when (act() ? 'operation' and act() -> 'card' ? 'respelled') execute function record_bulk_change();
