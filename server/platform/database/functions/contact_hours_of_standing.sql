-- The minutes of a student in a semester are the sum of the standings in its subjects.
create or replace function contact_hours_of_standing() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from contact_hours h using changed b
    where h.student_id = b.student_id and h.semester_id = b.semester_id
      and not exists (select from standing s
        where s.student_id = b.student_id and s.semester_id = b.semester_id);
  end if;
  insert into contact_hours as h (student_id, semester_id, scheduled_minutes, attended_minutes,
    excused_minutes, left_minutes)
  select s.student_id, s.semester_id, sum(s.scheduled_minutes), sum(s.attended_minutes),
    sum(s.excused_minutes), sum(s.left_minutes)
  from (select distinct student_id, semester_id from changed) c
  join standing s on s.student_id = c.student_id and s.semester_id = c.semester_id
  group by s.student_id, s.semester_id
  order by s.student_id, s.semester_id
  on conflict (student_id, semester_id) do update set
    scheduled_minutes = excluded.scheduled_minutes, attended_minutes = excluded.attended_minutes,
    excused_minutes = excluded.excused_minutes, left_minutes = excluded.left_minutes
  where (h.scheduled_minutes, h.attended_minutes, h.excused_minutes, h.left_minutes)
    is distinct from (excluded.scheduled_minutes, excluded.attended_minutes,
      excluded.excused_minutes, excluded.left_minutes);
  return null;
end $$;
create or replace trigger standing_adds_to_contact_hours after insert on standing
  referencing new table as changed for each statement execute function contact_hours_of_standing();
create or replace trigger standing_changes_contact_hours after update on standing
  referencing new table as changed for each statement execute function contact_hours_of_standing();
create or replace trigger standing_leaves_contact_hours after delete on standing
  referencing old table as changed for each statement execute function contact_hours_of_standing();
