import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { followFromStart } from './followed.ts';

/** Of the students of today, so many have one of each former year beside them. */
const oneOf = 3;

/**
 * The classes of this year in semesters of so many earlier years, with the enrolments and marks of a
 * third of the students each, who were others and are archived: nine years make some 20 million
 * marks and 200,000 students of the default sizes.
 * @returns the number of marks added.
 */
export async function seedFormerSemesters(database: Database, years: number): Promise<number> {
  let marks = 0n;
  for (let back = 1; back <= years; back++) {
    const days = back * 364;
    await sql`
      with semester as (
        insert into semester (year, semester, batch, semester_start_date, semester_end_date,
          class_start_date, class_end_date)
        select year - ${back}::int, semester, batch, semester_start_date - ${days}::int,
          semester_end_date - ${days}::int, class_start_date - ${days}::int,
          class_end_date - ${days}::int
        from semester where id = 1
        returning id
      )
      insert into class_schedule (class_type, day_of_week, start_time, end_time, subject_id,
        semester_id, teacher_id, classroom_id)
      select c.class_type, c.day_of_week, c.start_time, c.end_time, c.subject_id, m.id,
        c.teacher_id, c.classroom_id
      from class_schedule c cross join semester m where c.semester_id = 1
      order by c.id`.execute(database);
    const formerId = (id: RawBuilder<unknown>) => sql`'F' || ${back}::int || '-' || ${id}`;
    await sql`
      insert into student (student_id, first_name, last_name, phone_number, date_of_birth,
        archived_at)
      select ${formerId(sql`id`)}, first_name, last_name, '1', '1994-01-01', now()
      from student where student_id like 'S%' and id % ${oneOf}::int = ${back % oneOf}::int
      order by id`.execute(database);
    const students = sql`
      select now.id as now_id, was.id as was_id
      from student now join student was on was.student_id = ${formerId(sql`now.id`)}`;
    const classes = sql`
      select now.id as now_id, was.id as was_id
      from (select id, row_number() over (order by id) as n from class_schedule
        where semester_id = 1) now
      join (select id, row_number() over (order by id) as n from class_schedule
        where semester_id = (select id from semester where year = 2026 - ${back}::int)) was
        using (n)`;
    await sql`
      insert into enrolment (student_id, class_schedule_id, enrolled_from, enrolled_to)
      select s.was_id, c.was_id, e.enrolled_from - ${days}::int, '2026-12-31'::date - ${days}::int
      from enrolment e
      join (${classes}) c on c.now_id = e.class_schedule_id
      join (${students}) s on s.now_id = e.student_id`.execute(database);
    const { numAffectedRows } = await sql`
      insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
      select s.was_id, c.was_id, a.date - ${days}::int, a.status, a.how, a.marked_at
      from attendance a
      join (${classes}) c on c.now_id = a.class_schedule_id
      join (${students}) s on s.now_id = a.student_id`.execute(database);
    marks += numAffectedRows ?? 0n;
  }
  await sql`vacuum analyze`.execute(database);
  await followFromStart(database);
  return Number(marks);
}
