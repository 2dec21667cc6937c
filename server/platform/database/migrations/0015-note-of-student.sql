-- A note may be about one student of its class.

alter table attendance_note add column student_id bigint references student;
create index attendance_note_of_student on attendance_note (student_id) where student_id is not null;
