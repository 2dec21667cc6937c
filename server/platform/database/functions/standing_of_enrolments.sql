-- Students whose enrolment in a class changed: their standing is computed again, and the counts of that class's meetings.
create or replace function standing_of_enrolments() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into standing_due (student_id, class_schedule_id)
    select distinct student_id, class_schedule_id from before;
  end if;
  if tg_op <> 'DELETE' then
    -- A new enrolment changes no counts where its meetings are still to come, as at a semester's start;
    -- tomorrow's included, since the database may be in another time zone than the institute.
    with given as (
      select student_id, class_schedule_id, min(enrolled_from) as enrolled_from
      from after group by student_id, class_schedule_id
    ), latest as materialized (
      select c.class_schedule_id, (
        select g.date from class_meeting g
        where g.class_schedule_id = c.class_schedule_id and (g.date <= institute_now()::date + 1
          or exists (select from attendance a where a.class_schedule_id = g.class_schedule_id and a.date = g.date))
        order by g.date desc limit 1
      ) as date
      from (select distinct class_schedule_id from given) c
    )
    insert into standing_due (student_id, class_schedule_id, is_counted)
    select x.student_id, x.class_schedule_id, tg_op = 'INSERT' and coalesce(l.date < x.enrolled_from, true)
    from given x join latest l on l.class_schedule_id = x.class_schedule_id;
  end if;
  return null;
end $$;
create or replace trigger enrolment_adds_to_standing after insert on enrolment
  referencing new table as after for each statement execute function standing_of_enrolments();
create or replace trigger enrolment_changes_standing after update on enrolment
  referencing old table as before new table as after for each statement execute function standing_of_enrolments();
create or replace trigger enrolment_leaves_standing after delete on enrolment
  referencing old table as before for each statement execute function standing_of_enrolments();
