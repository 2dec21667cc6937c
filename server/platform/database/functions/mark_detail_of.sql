-- What a mark says beyond its status, as set_mark_detail takes it.
create or replace function mark_detail_of(p_student bigint, p_schedule bigint, p_date date) returns jsonb language sql stable as $$
  select coalesce((
    select jsonb_strip_nulls(to_jsonb(d) - '{class_schedule_id,date,student_id,changed_by}'::text[])
    from mark_detail d
    where d.class_schedule_id = p_schedule and d.date = p_date and d.student_id = p_student
  ), '{}')
$$;
