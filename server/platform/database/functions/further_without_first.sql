-- Who becomes the first teacher of a class is no further one any more, and its first room no further one (T39); an empty list is
-- none. Of every writer: forms, imports, changes from a date.
create or replace function further_without_first() returns trigger language plpgsql as $$
begin
  new.co_teacher_ids := nullif(array_remove(new.co_teacher_ids, new.teacher_id), '{}');
  new.more_classroom_ids := nullif(array_remove(new.more_classroom_ids, new.classroom_id), '{}');
  if tg_table_name <> 'class_meeting' then
    new.co_payrolls := (
      select jsonb_object_agg(k.key, k.value) from jsonb_each(new.co_payrolls) k
      where k.key::bigint = any(new.co_teacher_ids) and k.value <> 'null'
    );
  end if;
  return new;
end $$;
do $$
declare
  target text;
begin
  foreach target in array array['class_schedule', 'class_schedule_pattern', 'class_meeting'] loop
    execute format('create or replace trigger %I before insert or update on %I for each row
      when (new.co_teacher_ids is not null or new.more_classroom_ids is not null%s) execute function further_without_first()',
      target || '_has_one_first', target, case target when 'class_meeting' then '' else ' or new.co_payrolls is not null' end);
  end loop;
end $$;
