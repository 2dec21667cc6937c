-- The answer to a card that was read twice within a minute (R-DOOR-4); null where it was not. The same card of another
-- person is no repetition: it was given on in between. Nor is one whose mark was changed in between.
create or replace function repeated_tap(p_device bigint, p_card text, p_plain text, p_student bigint, p_made timestamptz)
returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_build_object('outcome', 'repeat', 'student', k.student_id, 'teacher', k.teacher_id,
      'class_schedule', k.class_schedule_id, 'date', k.date,
      'facts', coalesce(k.facts, '{}') || jsonb_build_object('of', k.outcome))
    from device_tap k
    where k.device_id = p_device and k.card = p_card
      and k.tapped_at > p_made - interval '1 minute' and k.tapped_at < p_made + interval '1 minute'
      and k.outcome in ('present', 'late', 'absent', 'already', 'teacher')
      and case when p_student is not null then k.student_id = p_student
        else k.teacher_id = teacher_of_card(p_card, p_plain) end
      -- What it did was not taken back since.
      and case when k.outcome = 'teacher' then exists (
          select from payroll_log l
          where l.teacher_id = k.teacher_id and l.class_schedule_id = k.class_schedule_id and l.date = k.date
        )
        else exists (
          select from attendance a
          where a.student_id = k.student_id and a.class_schedule_id = k.class_schedule_id and a.date = k.date
            and status_attended(a.status) = (k.outcome <> 'absent')
        )
      end
    order by k.tapped_at desc limit 1
  );
end $$;
