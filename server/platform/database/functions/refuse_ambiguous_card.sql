-- A tap is read as a card number first: a card that equals another's student id, which may be typed in any case, would
-- mark the wrong person.
create or replace function refuse_ambiguous_card() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.student_id, old.rfid_number) is not distinct from (new.student_id, new.rfid_number) then
    return new;
  end if;
  perform lock_numbers(array[new.student_id, new.rfid_number]);
  if exists (
    select from student other
    where other.id <> new.id and (lower(other.student_id) = lower(new.rfid_number) or lower(other.rfid_number) = lower(new.student_id))
  ) then
    raise unique_violation using constraint = 'student_card_is_a_student_id',
      message = 'a card number equals the student id of another student';
  end if;
  if exists (
    select from teacher t
    where t.key_form = key_form(new.rfid_number) or lower(t.card_number) = lower(new.student_id)
  ) then
    raise unique_violation using constraint = 'student_card_is_a_teachers',
      message = 'a card number equals the card number of a teacher';
  end if;
  return new;
end $$;
