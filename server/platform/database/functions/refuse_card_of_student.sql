-- A device reads one number and asks whose it is: a teacher's card is no student's card or ID.
create or replace function refuse_card_of_student() returns trigger language plpgsql as $$
begin
  perform lock_numbers(array[new.card_number]);
  if exists (
    select from student s
    where s.key_form = key_form(new.card_number) or lower(s.student_id) = lower(new.card_number)
  ) then
    raise unique_violation using constraint = 'teacher_card_is_a_students',
      message = 'a card number equals the card number or student id of a student';
  end if;
  return new;
end $$;

create or replace trigger teacher_card_is_unambiguous after insert or update of card_number on teacher
  for each row when (new.card_number is not null) execute function refuse_card_of_student();
