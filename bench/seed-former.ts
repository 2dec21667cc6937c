import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';
import { followFromStart } from './followed.ts';

/**
 * The same classes, enrolments and marks in semesters of so many earlier years. Returns the number
 * of marks added.
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
    const former = sql`
      select now.id as now_id, was.id as was_id
      from (select id, row_number() over (order by id) as n from class_schedule
        where semester_id = 1) now
      join (select id, row_number() over (order by id) as n from class_schedule
        where semester_id = (select id from semester where year = 2026 - ${back}::int)) was
        using (n)`;
    await sql`
      insert into enrolment (student_id, class_schedule_id, enrolled_from, enrolled_to)
      select e.student_id, f.was_id, e.enrolled_from - ${days}::int, '2026-12-31'::date - ${days}::int
      from enrolment e join (${former}) f on f.now_id = e.class_schedule_id`.execute(database);
    const { numAffectedRows } = await sql`
      insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
      select a.student_id, f.was_id, a.date - ${days}::int, a.status, a.how, a.marked_at
      from attendance a join (${former}) f on f.now_id = a.class_schedule_id`.execute(database);
    marks += numAffectedRows ?? 0n;
  }
  await sql`vacuum analyze`.execute(database);
  await followFromStart(database);
  return Number(marks);
}
