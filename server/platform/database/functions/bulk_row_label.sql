-- The name by which people know a row that an operation wrote: "Mary Smith (s1023) in MAT1 09:00". A student whom the same
-- operation removed is named by its row. Looks up only what the row's table needs: there may be ten thousand rows.
create or replace function bulk_row_label(p_operation bigint, p_table text, p_row jsonb) returns text
language plpgsql stable as $$
declare
  person text;
  class text;
  cohort text;
begin
  if p_table = 'student' then
    return person_label(p_row);
  end if;
  -- These tables may have hundreds of thousands of rows.
  if p_table = 'external_id' then
    return concat_ws(' ', p_row ->> 'kind', p_row ->> 'sourced_id');
  end if;
  if p_table = 'waiting_member' then
    return (
      select label_in_waiting_class(person_name(s.first_name, s.last_name), s.student_id, w.title)
      from student s, waiting_class w
      where s.id = (p_row ->> 'student_id')::bigint and w.id = (p_row ->> 'waiting_class_id')::bigint
    );
  end if;
  if p_table = 'enrolment' then
    select label_in_class(person_name(s.first_name, s.last_name), s.student_id, with_group(u.subject_code, c.group_name), c.start_time) into person
    from student s, class_schedule c join subject u on u.id = c.subject_id
    where s.id = (p_row ->> 'student_id')::bigint and c.id = (p_row ->> 'class_schedule_id')::bigint;
    if found then
      return person;
    end if;
  end if;
  if p_row ->> 'student_id' is not null then
    select person_label(to_jsonb(s)) into person from student s where s.id = (p_row ->> 'student_id')::bigint;
    if not found then
      select person_label(r.before) into person from bulk_operation_row r
      where r.operation_id = p_operation and r.table_name = 'student' and r.row_key = p_row ->> 'student_id';
    end if;
  end if;
  if p_row ->> 'class_schedule_id' is not null then
    select with_group(s.subject_code, c.group_name) || ' ' || to_char(c.start_time, 'HH24:MI') into class
    from class_schedule c join subject s on s.id = c.subject_id where c.id = (p_row ->> 'class_schedule_id')::bigint;
  end if;
  if p_row ->> 'cohort_id' is not null then
    select k.name || ' ' || k.year into cohort from cohort k where k.id = (p_row ->> 'cohort_id')::bigint;
  end if;
  return case p_table
    when 'teacher' then person_name(p_row ->> 'first_name', p_row ->> 'last_name')
    when 'enrolment' then concat_ws(' in ', person, class)
    when 'waiting_class' then p_row ->> 'title'
    when 'external_guardian' then concat_ws(' of ', p_row ->> 'sourced_id', person)
    when 'guardian' then concat_ws(' of ', p_row ->> 'name', person)
    when 'cohort_assignment' then concat_ws(' in ', person, cohort)
    when 'cohort_schedule' then concat_ws(' in ', class, cohort)
    when 'class_schedule' then concat_ws(' ',
      (select with_group(s.subject_code, p_row ->> 'group_name') from subject s where s.id = (p_row ->> 'subject_id')::bigint),
      to_char((p_row ->> 'start_time')::time, 'HH24:MI'))
    when 'subject' then concat_ws(' ', p_row ->> 'subject_code', p_row ->> 'subject_name')
    when 'specialization' then p_row ->> 'specialization'
    when 'semester' then concat_ws(' ', p_row ->> 'semester', p_row ->> 'year', p_row ->> 'batch')
    when 'classroom' then p_row ->> 'room_number'
    when 'cohort' then concat_ws(' ', p_row ->> 'name', p_row ->> 'year')
    when 'attendance_note' then concat_ws(' ', class, p_row ->> 'date')
    else coalesce(person, p_row ->> 'name')
  end;
end $$;
