-- The foreign keys of a meeting's further teachers, who cover them, and rooms; lists look here for the meetings of one of them.
create or replace function store_further_of_meeting() returns trigger language plpgsql as $$
begin
  delete from meeting_co_teacher where class_meeting_id = new.id;
  delete from meeting_more_room where class_meeting_id = new.id;
  insert into meeting_co_teacher (class_meeting_id, position, teacher_id, covering_teacher_id, cover_payroll_id, is_away)
  select new.id, p.place, p.teacher_id, p.covering_teacher_id, p.cover_payroll_id, p.is_away
  from places_of(new.teacher_id, new.covering_teacher_id, new.cover_payroll_id, new.co_teacher_ids, new.changed_places) p
  where p.place > 0;
  insert into meeting_more_room (class_meeting_id, position, classroom_id)
  select new.id, k.position, k.id from unnest(new.more_classroom_ids) with ordinality k(id, position);
  return null;
end $$;
create or replace trigger class_meeting_adds_further after insert on class_meeting for each row
  when (new.co_teacher_ids is not null or new.more_classroom_ids is not null) execute function store_further_of_meeting();
create or replace trigger class_meeting_changes_further after update on class_meeting for each row
  when ((old.co_teacher_ids, old.changed_places, old.more_classroom_ids)
    is distinct from (new.co_teacher_ids, new.changed_places, new.more_classroom_ids)) execute function store_further_of_meeting();
