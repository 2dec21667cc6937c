-- Ends the recording of an operation: rows that are as before go, of changed ones the changed columns stay, each row gets
-- the name by which people know it and the student whose data it has, and the operation its counts. Returns the number of
-- rows; without any the operation goes too.
create or replace function finish_bulk_operation(p_id bigint) returns integer language plpgsql as $$
declare
  total integer;
begin
  perform set_config('attendance.bulk_operation', '', true);
  delete from bulk_operation_row where operation_id = p_id and before is not distinct from after;

  update bulk_operation_row r set label = left(n.label, 300), student_id = n.student_id
  from (
    select x.table_name, x.row_key, x.student_id,
      case x.table_name
        when 'student' then person_label(x.content)
        when 'teacher' then concat_ws(' ', x.content ->> 'first_name', x.content ->> 'last_name')
        when 'enrolment' then concat_ws(' in ', person.label, class.label)
        when 'guardian' then concat_ws(' of ', x.content ->> 'name', person.label)
        when 'cohort_assignment' then concat_ws(' in ', person.label, cohort.label)
        when 'cohort_schedule' then concat_ws(' in ', class.label, cohort.label)
        when 'class_schedule' then concat_ws(' ', subject.label, to_char((x.content ->> 'start_time')::time, 'HH24:MI'))
        when 'subject' then concat_ws(' ', x.content ->> 'subject_code', x.content ->> 'subject_name')
        when 'specialization' then x.content ->> 'specialization'
        when 'semester' then concat_ws(' ', x.content ->> 'semester', x.content ->> 'year', x.content ->> 'batch')
        when 'classroom' then x.content ->> 'room_number'
        when 'cohort' then concat_ws(' ', x.content ->> 'name', x.content ->> 'year')
        when 'attendance_note' then concat_ws(' ', class.label, x.content ->> 'date')
        else coalesce(person.label, x.content ->> 'name')
      end as label
    from (
      select table_name, row_key, coalesce(after, before) as content,
        case
          when table_name = 'student' then row_key::bigint
          -- In other tables this is the number of a student's row.
          else (coalesce(after, before) ->> 'student_id')::bigint
        end as student_id
      from bulk_operation_row where operation_id = p_id
    ) x
    left join lateral (
      select coalesce(
        (select person_label(to_jsonb(s)) from student s where s.id = x.student_id),
        (select person_label(o.before) from bulk_operation_row o
          where o.operation_id = p_id and o.table_name = 'student' and o.row_key = x.student_id::text)
      ) as label
    ) person on x.table_name <> 'student'
    left join lateral (
      select s.subject_code || ' ' || to_char(c.start_time, 'HH24:MI') as label
      from class_schedule c join subject s on s.id = c.subject_id
      where c.id = (x.content ->> 'class_schedule_id')::bigint
    ) class on true
    left join lateral (
      select s.subject_code as label from subject s where s.id = (x.content ->> 'subject_id')::bigint
    ) subject on x.table_name = 'class_schedule'
    left join lateral (
      select k.name || ' ' || k.year as label from cohort k where k.id = (x.content ->> 'cohort_id')::bigint
    ) cohort on true
  ) n
  where r.operation_id = p_id and r.table_name = n.table_name and r.row_key = n.row_key;

  update bulk_operation_row r set before = d.before, after = d.after
  from (
    select x.table_name, x.row_key, jsonb_object_agg(b.key, b.value) as before,
      jsonb_object_agg(b.key, x.after -> b.key) as after
    from bulk_operation_row x
    cross join lateral jsonb_each(x.before) b
    where x.operation_id = p_id and x.before is not null and x.after is not null
      and b.value is distinct from x.after -> b.key
    group by x.table_name, x.row_key
  ) d
  where r.operation_id = p_id and r.table_name = d.table_name and r.row_key = d.row_key;

  -- What an undoing removes has the name that it had when it was added.
  update bulk_operation_row r set label = o.label
  from bulk_operation_row o join bulk_operation u on u.undoes = o.operation_id
  where u.id = p_id and r.operation_id = p_id and o.table_name = r.table_name and o.row_key = r.row_key
    and o.label is not null;

  select count(*) into total from bulk_operation_row where operation_id = p_id;
  if total = 0 then
    delete from bulk_operation where id = p_id;
    return 0;
  end if;
  update bulk_operation set counts = (
    select jsonb_object_agg(t.table_name, t.counts) from (
      select r.table_name, jsonb_build_object(
        'added', count(*) filter (where r.before is null),
        'changed', count(*) filter (where r.before is not null and r.after is not null),
        'removed', count(*) filter (where r.after is null)) as counts
      from bulk_operation_row r where r.operation_id = p_id group by r.table_name
    ) t
  ) where id = p_id;
  return total;
end $$;
