-- The student of a tap at a device: who had the card or the ID then (R-CARD-3). Of a tap of this minute nearly always who has
-- it now, which is looked up first; where the device's clock is not known, and it was given on within this minute, no one.
-- A merged student is the one who stays (R-MERGE-4), also where the merge has exchanged the cards.
create or replace function student_of_tap(
  p_card text, p_plain text, p_typed boolean, p_made timestamptz, p_now timestamptz, p_corrected boolean,
  out student bigint
) language plpgsql stable as $$
declare
  had bigint;
begin
  if tap_has_waited(p_made, p_now) then
    student := tap_holder_at(p_card, p_plain, p_typed, p_made, p_now);
    return;
  end if;
  if p_typed then
    -- In other letters too; where two differ by them alone, neither is meant.
    select s.id into student from student s
    where lower(s.student_id) = lower(p_card) and (s.student_id = p_card or not exists (
      select from student o where lower(o.student_id) = lower(p_card) and o.id <> s.id
    ));
  end if;
  if student is null then
    select s.id into student from student s where s.rfid_number in (p_card, p_plain) limit 1;
  end if;
  if student is null and not p_typed then
    select s.id into student from student s where s.key_form = key_form(p_card);
  end if;
  select coalesce(s.merged_into, s.id) into student from student s where s.id = student;
  if changed_hands_since(p_card, p_plain, p_typed, p_made, p_now) then
    had := tap_holder_at(p_card, p_plain, p_typed, p_made, p_now);
    student := case when p_corrected or had = student then had end;
  end if;
end $$;
