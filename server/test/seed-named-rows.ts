import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

/** Rows that are called as a student is: private tuition. @returns what each column has of them. */
export async function seedNamedRows(
  database: Database,
  {
    student_id,
    first_name,
    last_name,
  }: { student_id: string; first_name: string; last_name: string },
) {
  const name = `Tuition, ${first_name} ${last_name}`;
  const code = `VOC-${student_id}`;
  await sql`
    with course as (insert into course (name) values (${name}) returning id),
    specialization as (
      insert into specialization (specialization, specialization_code) values (${name}, ${code})
      returning id
    ), subject as (
      insert into subject (subject_name, subject_code, year, course_id, specialization_id,
        subject_teacher_id)
      select ${name}, ${code}, 1, c.id, p.id, (select min(id) from teacher)
      from course c, specialization p returning id
    ), room as (insert into classroom (room_number, capacity) values (${`At ${code}`}, 1)
    ), cohort as (insert into cohort (name, year) values (${name}, 2026)
    ), holiday as (
      insert into holiday (name, date_from, date_to) values (${name}, '2031-12-24', '2031-12-24')
    )
    insert into waiting_class (title, class_code, location, subject_id, semester_id, class_type)
    select ${name}, ${code}, ${name}, s.id, (select min(id) from semester), 'Tutorial'
    from subject s`.execute(database);
  return {
    course: { name: last_name },
    specialization: { specialization: last_name, specialization_code: student_id },
    subject: { subject_name: last_name, subject_code: student_id },
    classroom: { room_number: student_id },
    cohort: { name: last_name },
    holiday: { name: last_name },
    waiting_class: { title: first_name, class_code: student_id, location: last_name },
  };
}
