-- compatible
-- functions 593605b46f4170e1
drop trigger student_card_is_unambiguous on student;
create trigger student_card_is_unambiguous after insert on student
  referencing new table as after for each statement execute function refuse_ambiguous_card();
create trigger student_card_stays_unambiguous after update on student
  referencing old table as before new table as after for each statement execute function refuse_ambiguous_card();
