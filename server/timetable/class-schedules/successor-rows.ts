import { sql, type Selectable } from 'kysely';
import type { Successor } from '#contract/timetable/class-successor.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { enrolledOnOrAfter } from '#server/school/enrolled.ts';
import { takesPlace } from '#server/school/meetings.ts';
import { meetingInOneLine } from './preview.ts';

/** The default first day of a class that takes over, and the last day of its semester. */
export async function firstDayOf(
  trx: Database,
  id: number,
  semester: number,
): Promise<{ first: string; last: string }> {
  return trx
    .selectFrom('semester')
    .select([
      sql<string>`greatest(default_change_date(${id}), class_start_date)`.as('first'),
      'semester_end_date as last',
    ])
    .where('id', '=', semester)
    .executeTakeFirstOrThrow();
}

/** The last date of a class with marks, notes or a check-in. */
export async function lastDayTaken(trx: Database, id: number): Promise<string | null> {
  const { date } = await trx
    .selectFrom('class_meeting')
    .select(({ fn }) => fn.max<string | null>('date').as('date'))
    .where('class_schedule_id', '=', id)
    .where(sql<boolean>`carries_something(class_schedule_id, date)`)
    .executeTakeFirstOrThrow();
  return date;
}

/** What a class is on a day: the columns of its pattern then. */
export async function patternThen(
  trx: Database,
  id: number,
  day: string,
): Promise<Omit<Selectable<Tables['class_schedule_pattern']>, 'class_schedule_id' | 'valid_from'>> {
  const {
    class_schedule_id: _id,
    valid_from: _from,
    ...columns
  } = await trx
    .selectFrom('class_schedule_pattern')
    .selectAll()
    .where('class_schedule_id', '=', id)
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return columns;
}

interface Beginning {
  /** The class that ends. */
  after: number;
  day: string;
  /** The columns that the new class does not take from it. */
  given: object;
}

/**
 * Starts a new class on a day: it has no earlier meetings, and every change that was planned for the
 * class before it on later dates.
 */
export async function beginOn(
  trx: Database,
  id: number,
  { after, day, given }: Beginning,
): Promise<void> {
  await sql`select change_pattern(${id}, ${day}, '{}')`.execute(trx);
  await trx
    .updateTable('class_schedule_pattern')
    .set({ day_of_week: null })
    .where('class_schedule_id', '=', id)
    .where('valid_from', '<', day)
    .execute();
  await sql`
    insert into class_schedule_pattern (class_schedule_id, valid_from, day_of_week, start_time, end_time,
      classroom_id, teacher_id, payroll_id, weeks, co_teacher_ids, co_payrolls, more_classroom_ids)
    select ${id}::bigint, p.valid_from, case when p.day_of_week is not null then n.day_of_week end,
      n.start_time, n.end_time, n.classroom_id, n.teacher_id, n.payroll_id, n.weeks, n.co_teacher_ids,
      n.co_payrolls, n.more_classroom_ids
    from class_schedule_pattern p
    cross join lateral jsonb_populate_record(p, ${JSON.stringify(given)}::jsonb) n
    where p.class_schedule_id = ${after} and p.valid_from > ${day}::date`.execute(trx);
  await sql`select plan_meetings(array[${id}::bigint])`.execute(trx);
}

/**
 * Removes the meetings of a class from a day on, for good: restored, it does not have them again.
 * @returns the dates that were changed by hand, or added.
 */
export async function endBefore(trx: Database, id: number, day: string): Promise<string[]> {
  await sql`select pause_pattern(${id}, ${day})`.execute(trx);
  await trx
    .updateTable('class_schedule_pattern')
    .set({ paused_day_of_week: null })
    .where('class_schedule_id', '=', id)
    .where('valid_from', '>=', day)
    .execute();
  const rows = await trx
    .deleteFrom('class_meeting')
    .where('class_schedule_id', '=', id)
    .where('date', '>=', day)
    .returning(['date', 'origin', 'own_time', 'own_room', 'covering_teacher_id', 'changed_places'])
    .execute();
  return rows
    .filter(
      (row) =>
        row.origin !== 'weekly' ||
        row.own_time ||
        row.own_room ||
        row.covering_teacher_id !== null ||
        row.changed_places !== null,
    )
    .map(({ date }) => date)
    .toSorted();
}

interface Taking {
  from: number;
  to: number;
  day: string;
}

/**
 * Moves students and cohorts of a class to another one from a day on.
 * @returns the number of students.
 */
export async function takeStudents(trx: Database, { from, to, day }: Taking): Promise<number> {
  const taken = await sql<{ students: number }>`
    with going as (
      select e.* from enrolment e join student s on s.id = e.student_id
      where e.class_schedule_id = ${from} and ${enrolledOnOrAfter(day)} and s.erased_at is null
    ), joined as (
      insert into enrolment
        (student_id, class_schedule_id, enrolled_from, enrolled_to, cohort_assignment_id)
      select student_id, ${to}, greatest(enrolled_from, ${day}::date), enrolled_to,
        cohort_assignment_id from going
      returning student_id
    ), gone as (
      delete from enrolment where id in (select id from going where enrolled_from >= ${day}::date)
    ), ended as (
      update enrolment e set enrolled_to = ${day}::date - 1 from going
      where e.id = going.id and going.enrolled_from < ${day}::date
    ), cohorts as (
      update cohort_schedule set class_schedule_id = ${to} where class_schedule_id = ${from}
    )
    select count(distinct student_id) as students from joined`.execute(trx);
  return oneRow(taken).students;
}

/** The last meeting of the ended class, and the first of the other one. */
export async function lastAndFirst(
  trx: Database,
  ended: number,
  added: number,
): Promise<Pick<Successor, 'first' | 'last'>> {
  const meetingOf = (id: number, which: 'first' | 'last') =>
    meetingInOneLine(sql`class_meeting`, sql`g.class_schedule_id = ${id} and ${takesPlace}`, which);
  const found = await sql<Pick<Successor, 'first' | 'last'>>`
    select ${meetingOf(ended, 'last')} as last, ${meetingOf(added, 'first')} as first`.execute(trx);
  return oneRow(found);
}
