import fc from 'fast-check';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

export interface MonthIds {
  students: number[];
  classes: number[];
}

/** The thirty days that have classes, marks and everything else. */
export const [firstOfMonth, lastOfMonth] = ['2026-02-09', '2026-03-10'] as const;
export const dayOfMonth = (number: number): string =>
  Temporal.PlainDate.from(firstOfMonth).add({ days: number }).toString();

/** Anything in an institute: enrolments and cohorts of some days, covers, rooms, cancellations, marks. */
export async function fillMonth(
  database: Database,
  ids: MonthIds,
  g: fc.GeneratorValue,
): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(database);
  const chance = (percent: number) => g(fc.integer, { min: 1, max: 100 }) <= percent;
  const span = () => {
    const [a, b] = [g(fc.nat, 29), g(fc.nat, 29)];
    return {
      first: dayOfMonth(Math.min(a, b)),
      last: chance(60) ? null : dayOfMonth(Math.max(a, b)),
    };
  };
  await run(sql`truncate mark_detail, attendance, leave, enrolment, cohort_assignment cascade`);
  await run(sql`update class_meeting set status = 'scheduled', reason = null, closed_at = null,
    covering_teacher_id = null, classroom_id = 1 where status = 'cancelled' or date <= ${lastOfMonth}`);
  for (const student of ids.students) {
    for (const cohort of [1, 2])
      if (chance(50)) {
        const { first, last } = span();
        await run(sql`insert into cohort_assignment (student_id, cohort_id, assigned_from, assigned_to)
          values (${student}, ${cohort}, ${first}, ${last})`);
      }
    for (const klass of ids.classes)
      if (chance(60)) {
        const { first, last } = span();
        await run(sql`insert into enrolment (student_id, class_schedule_id, enrolled_from, enrolled_to)
          values (${student}, ${klass}, ${first}, ${last})`);
        if (last !== null && last < lastOfMonth && chance(50))
          await run(sql`insert into enrolment (student_id, class_schedule_id, enrolled_from)
            values (${student}, ${klass}, ${last}::date + 2)`);
      }
    if (chance(20))
      await run(sql`insert into leave (student_id, leave_from, leave_to, faculty_email, reason_for_leave)
        values (${student}, ${dayOfMonth(7)}, ${dayOfMonth(14)}, 'x', 'x')`);
  }
  const found = await sql<{ id: number; student: number; class: number; date: string }>`
    select g.id, e.student_id as student, g.class_schedule_id as class, g.date
    from class_meeting g join enrolment e on e.class_schedule_id = g.class_schedule_id
      and g.date >= e.enrolled_from and g.date <= coalesce(e.enrolled_to, 'infinity')
    where g.status = 'scheduled' and g.date <= ${lastOfMonth}
    order by g.id, e.student_id`.execute(database);
  const untaken = new Set(found.rows.map(({ id }) => id).filter(() => chance(15)));
  for (const { id, student, class: klass, date } of found.rows) {
    if (untaken.has(id) || chance(15)) continue;
    const status = chance(65) ? 'Present' : 'Absent';
    await run(sql`insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
      values (${student}, ${klass}, ${date}, ${status}, 'manual', now())`);
    if (chance(30))
      await run(sql`insert into mark_detail (class_schedule_id, date, student_id, late_minutes,
          left_early_minutes, excuse)
        values (${klass}, ${date}, ${student}, ${chance(60) ? 12 : null}, ${chance(20) ? 70 : null},
          ${status === 'Absent' ? 'sick' : null})`);
  }
  for (const id of new Set(found.rows.map((row) => row.id))) {
    if (chance(8))
      await run(sql`update class_meeting set status = 'cancelled', reason = 'x' where id = ${id}`);
    if (chance(10)) await run(sql`update class_meeting set classroom_id = 2 where id = ${id}`);
    if (chance(10))
      await run(
        sql`update class_meeting set covering_teacher_id = 3 - teacher_id where id = ${id}`,
      );
  }
}

/** What can happen to marks, enrolments, leaves and meetings after they were counted. */
export async function changeMonth(
  database: Database,
  ids: MonthIds,
  g: fc.GeneratorValue,
): Promise<void> {
  const chance = (percent: number) => g(fc.integer, { min: 1, max: 100 }) <= percent;
  const run = (statement: ReturnType<typeof sql>) => statement.execute(database);
  const some = async (table: string, percent: number) =>
    (
      await sql<{ id: number }>`select id from ${sql.table(table)} order by id`.execute(database)
    ).rows
      .map(({ id }) => id)
      .filter(() => chance(percent));
  for (const id of await some('attendance', 12))
    await run(
      chance(30)
        ? sql`delete from attendance where id = ${id}`
        : sql`update attendance set status = case status when 'Absent' then 'Present'
            else 'Absent' end where id = ${id}`,
    );
  // As a merge does: the number of marks stays, their student does not.
  for (const id of await some('attendance', 10))
    await run(sql`
      update attendance a set student_id = e.student_id from enrolment e
      where a.id = ${id} and e.class_schedule_id = a.class_schedule_id
        and a.date between e.enrolled_from and coalesce(e.enrolled_to, 'infinity')
        and not exists (select from mark_detail d where d.student_id = a.student_id
          and d.class_schedule_id = a.class_schedule_id and d.date = a.date)
        and not exists (select from attendance x where x.student_id = e.student_id
          and x.class_schedule_id = a.class_schedule_id and x.date = a.date)`);
  for (const id of await some('enrolment', 10))
    await run(sql`update enrolment set enrolled_to = enrolled_to + 1 where id = ${id}`);
  for (const id of await some('enrolment', 20))
    await run(sql`
      delete from enrolment e where id = ${id} and not exists (select from attendance a
        where a.student_id = e.student_id and a.class_schedule_id = e.class_schedule_id)`);
  for (const student of ids.students)
    for (const klass of ids.classes)
      if (chance(10))
        await run(sql`
          insert into enrolment (student_id, class_schedule_id, enrolled_from)
          select ${student}, ${klass}, ${dayOfMonth(g(fc.nat, 29))}::date
          where not exists (select from enrolment
            where student_id = ${student} and class_schedule_id = ${klass})`);
  for (const id of await some('leave', 50)) await run(sql`delete from leave where id = ${id}`);
  for (const id of await some('class_meeting', 6))
    await run(
      chance(50)
        ? sql`update class_meeting set status = 'cancelled', reason = 'x' where id = ${id}`
        : sql`update class_meeting set end_time = end_time + interval '10 min' where id = ${id}`,
    );
}
