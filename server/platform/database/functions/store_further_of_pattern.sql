-- The foreign keys of a pattern's further teachers and rooms.
create or replace function store_further_of_pattern() returns trigger language plpgsql as $$
begin
  delete from pattern_co_teacher where class_schedule_id = new.class_schedule_id and valid_from = new.valid_from;
  delete from pattern_more_room where class_schedule_id = new.class_schedule_id and valid_from = new.valid_from;
  insert into pattern_co_teacher (class_schedule_id, valid_from, position, teacher_id, payroll_id)
  select new.class_schedule_id, new.valid_from, k.position, k.id, (new.co_payrolls ->> k.id::text)::bigint
  from unnest(new.co_teacher_ids) with ordinality k(id, position);
  insert into pattern_more_room (class_schedule_id, valid_from, position, classroom_id)
  select new.class_schedule_id, new.valid_from, k.position, k.id
  from unnest(new.more_classroom_ids) with ordinality k(id, position);
  return null;
end $$;
create or replace trigger pattern_adds_further after insert on class_schedule_pattern for each row
  when (new.co_teacher_ids is not null or new.more_classroom_ids is not null) execute function store_further_of_pattern();
create or replace trigger pattern_changes_further after update on class_schedule_pattern for each row
  when ((old.co_teacher_ids, old.co_payrolls, old.more_classroom_ids)
    is distinct from (new.co_teacher_ids, new.co_payrolls, new.more_classroom_ids)) execute function store_further_of_pattern();
