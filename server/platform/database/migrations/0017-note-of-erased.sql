-- A note about a student who is erased in the same moment is refused, like every other row about them.

create trigger note_of_erased before insert or update of student_id, note, archived_at on attendance_note
  for each row when (new.student_id is not null) execute function refuse_row_of_erased();
