-- compatible
-- functions d1780d35d4f9b293
-- Minutes of students in semesters that have not ended, over all subjects: a trigger on `standing` keeps them, so that a
-- list of all students need not add up their subjects.
create table contact_hours (
  student_id bigint not null references student (id),
  semester_id bigint not null references semester (id),
  scheduled_minutes integer not null,
  attended_minutes integer not null,
  excused_minutes integer not null,
  left_minutes integer not null,
  primary key (student_id, semester_id)
);
create index contact_hours_of_semester on contact_hours (semester_id);
insert into contact_hours
select student_id, semester_id, sum(scheduled_minutes), sum(attended_minutes),
  sum(excused_minutes), sum(left_minutes)
from standing group by student_id, semester_id;
