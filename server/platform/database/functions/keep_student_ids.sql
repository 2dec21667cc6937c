-- Each ID that a student no longer has, with its time (R-CARD-3). In the database, so that forms, files and undos leave the
-- same lines; when it is changed is `card` of act. An erasure leaves none.
create or replace function keep_student_ids() returns trigger language plpgsql as $$
declare
  change jsonb := coalesce(act() -> 'card', '{}');
begin
  insert into student_id_change (student_id, former_id, had_from, ended_at)
  select new.id, old.student_id, coalesce(max(c.ended_at), new.created_at), coalesce((change ->> 'at')::timestamptz, now())
  from student_id_change c where c.student_id = new.id;
  return null;
end $$;

create or replace trigger student_changes_id after update of student_id on student
  for each row when (old.student_id is distinct from new.student_id and new.erased_at is null)
  execute function keep_student_ids();
