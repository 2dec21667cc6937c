-- A tap is read as a card number first: a card that equals another's student id, which may be typed in any case, would
-- mark the wrong person. All rows of a statement are checked together, because an import writes thousands.
create or replace function refuse_ambiguous_card() returns trigger language plpgsql as $$
declare
  changed bigint[];
begin
  if tg_op = 'INSERT' then
    changed := array(select id from after);
  else
    changed := array(
      select a.id from after a join before b on b.id = a.id
      where (a.student_id, a.rfid_number) is distinct from (b.student_id, b.rfid_number)
    );
  end if;
  if cardinality(changed) = 0 then
    return null;
  end if;
  perform lock_numbers(array(
    select x.number from student s, lateral (values (s.student_id), (s.rfid_number)) as x (number) where s.id = any(changed)
  ));
  if exists (
    select from student s join student other on lower(other.student_id) = lower(s.rfid_number)
    where s.id = any(changed) and other.id <> s.id
  ) or exists (
    select from student s join student other on lower(other.rfid_number) = lower(s.student_id)
    where s.id = any(changed) and other.id <> s.id
  ) then
    raise unique_violation using constraint = 'student_card_is_a_student_id',
      message = 'a card number equals the student id of another student';
  end if;
  if exists (
    select from student s join teacher t on t.key_form = key_form(s.rfid_number) where s.id = any(changed)
  ) or exists (
    select from student s join teacher t on lower(t.card_number) = lower(s.student_id) where s.id = any(changed)
  ) then
    raise unique_violation using constraint = 'student_card_is_a_teachers',
      message = 'a card number equals the card number of a teacher';
  end if;
  return null;
end $$;
