-- In the database, so that a check-in of every writer (an older process too) answers the request for its place.
create or replace function answer_check_in_request() returns trigger language plpgsql as $$
begin
  delete from check_in_request r
  where r.class_schedule_id = new.class_schedule_id and r.date = new.date and (
    r.teacher_id = new.class_teacher_id or exists (
      select from class_meeting g
      cross join lateral places_of(g.teacher_id, g.covering_teacher_id, null, g.co_teacher_ids, g.changed_places) k
      where g.class_schedule_id = new.class_schedule_id and g.date = new.date
        and new.class_teacher_id in (k.teacher_id, k.covering_teacher_id) and r.teacher_id in (k.teacher_id, k.covering_teacher_id)
    )
  );
  return null;
end $$;
