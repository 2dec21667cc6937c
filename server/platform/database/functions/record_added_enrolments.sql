-- The enrolments that a recorded operation adds, as record_bulk_change records other rows: with their names by one join, since
-- there may be a hundred thousand.
create or replace function record_added_enrolments() returns trigger language plpgsql as $$
begin
  insert into bulk_operation_row (operation_id, table_name, row_key, after, label, student_id)
  select (act() ->> 'operation')::bigint, tg_table_name, x.id::text, to_jsonb(x),
    left(label_in_class(person_name(s.first_name, s.last_name), s.student_id, with_group(u.subject_code, c.group_name), c.start_time), 300),
    x.student_id
  from after x
  join student s on s.id = x.student_id
  join class_schedule c on c.id = x.class_schedule_id
  join subject u on u.id = c.subject_id
  on conflict (operation_id, table_name, row_key) do update set after = excluded.after, label = excluded.label;
  return null;
end $$;
create or replace trigger enrolment_is_recorded_added after insert on enrolment referencing new table as after
  for each statement when (act() ? 'operation') execute function record_added_enrolments();
