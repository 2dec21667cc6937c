-- The student who had an ID at a time before p_now, in any letters (R-CARD-3); null where no one had it then, or where two
-- differ by their letters alone and neither is written so. A merged student is the one who stays.
create or replace function student_id_holder_at(p_id text, p_at timestamptz, p_now timestamptz)
returns bigint language sql stable as $$
  with had as (
    select coalesce(s.merged_into, s.id) as who, h.text = p_id as is_exact, h.ended_at
    from (
      select i.id, i.student_id as text, null::timestamptz as ended_at, coalesce(
        (select max(c.ended_at) from student_id_change c where c.student_id = i.id), i.created_at) as had_from
      from student i where lower(i.student_id) = lower(p_id)
      union all
      select c.student_id, c.former_id, c.ended_at, c.had_from
      from student_id_change c where lower(c.former_id) = lower(p_id)
    ) h
    join student s on s.id = h.id
    -- A clock that was changed has written times of the future: they count from the beginning.
    where coalesce(h.had_from <= p_at or h.had_from > p_now, true) and coalesce(h.ended_at > p_at, true)
  )
  select who from had
  where is_exact or (select count(distinct who) from had) = 1
  order by is_exact desc, ended_at desc nulls first limit 1
$$;
