-- Locks the students of several taps in one order: devices that send taps of the same students do not wait for each other
-- for ever.
create or replace function lock_tapped_students(p_taps jsonb) returns void language plpgsql as $$
begin
  if jsonb_array_length(p_taps) < 2 then
    return;
  end if;
  perform from student s
  where s.id in (
    select coalesce(c.merged_into, c.id) from student c where c.rfid_number in (
      select unnest(array[t.card, t.plain]) from jsonb_to_recordset(p_taps) t(card text, plain text)
    )
    union all
    select coalesce(f.merged_into, f.id) from student f where f.key_form in (
      select key_form(t.card) from jsonb_to_recordset(p_taps) t(card text)
    )
    union all
    select coalesce(i.merged_into, i.id) from student i where lower(i.student_id) in (
      select lower(t.card) from jsonb_to_recordset(p_taps) t(card text, typed boolean) where t.typed
    )
  )
  order by s.id for no key update;
end $$;
