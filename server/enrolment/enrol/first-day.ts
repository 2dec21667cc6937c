import { sql } from 'kysely';
import type { Clock } from '#server/platform/clock.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { rollBegun } from '#server/school/attendance.ts';
import { enrolledOn } from '#server/school/enrolled.ts';

/**
 * The first day of enrolments in these classes. Without a date it is today or, when one of the
 * classes was held today already (it is over, or its roll has marks), tomorrow: a roll that was
 * taken does not become incomplete.
 * @param classes those that begin, and those that end.
 * @throws ApiError 400 at `from_date` for a day outside the classes' semesters; days before a
 * semester begins are allowed from today on.
 */
export async function firstDay(
  trx: Database,
  clock: Clock,
  classes: number[],
  given: string | undefined,
): Promise<string> {
  const today = clock.today();
  const now = clock
    .now()
    .toZonedDateTimeISO(clock.timeZone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });
  const known = await sql<{ first: string | null; last: string | null; held: boolean | null }>`
    select least(min(m.semester_start_date), ${today}::date) as first,
      max(m.semester_end_date) as last,
      bool_or(${rollBegun(sql`c.id`, today)}
        or (c.end_time <= ${now}::time and class_problem(c.id, ${today}::date) is null)) as held
    from class_schedule c join semester m on m.id = c.semester_id
    where c.id = any(${classes}::bigint[])`.execute(trx);
  const { first, last, held } = oneRow(known);
  if (given === undefined)
    return held ? Temporal.PlainDate.from(today).add({ days: 1 }).toString() : today;
  if (first !== null && last !== null && (given < first || given > last))
    throw validationError('from_date', `must be from ${first} to ${last}`);
  return given;
}

/** A taken roll, and the number of students it would gain. */
interface TakenRoll {
  class_schedule: number;
  subject_code: string;
  date: string;
  students: number;
}

/** Above this, rolls are counted, not listed. */
const maxListed = 50;

/** Taken rolls on days of the new enrolments: they would get students without a mark. */
export async function rollsMadeIncomplete(
  trx: Database,
  students: number[],
  classes: number[],
  from: string,
): Promise<TakenRoll[]> {
  if (students.length === 0) return [];
  const { rows } = await sql<TakenRoll>`
    select taken.class_schedule_id as class_schedule, s.subject_code, taken.date,
      (
        select count(*)::int from unnest(${students}::bigint[]) as new(id)
        where not exists (
          select from enrolment e where e.student_id = new.id
            and e.class_schedule_id = taken.class_schedule_id
            and ${enrolledOn(sql`taken.date`)}
        )
      ) as students
    from (
      select distinct a.class_schedule_id, a.date from attendance a
      where a.class_schedule_id = any(${classes}::bigint[]) and a.date >= ${from}::date
      order by a.date desc, a.class_schedule_id limit ${maxListed}
    ) taken
    join class_schedule c on c.id = taken.class_schedule_id join subject s on s.id = c.subject_id
    order by taken.date, s.subject_code`.execute(trx);
  return rows.filter((row) => row.students > 0);
}

/**
 * By student, the last day with a mark on or after a day, in enrolments that are to end before it. Locks the
 * enrolments: marks that are being written are waited for.
 */
export async function lastMarks(
  trx: Database,
  enrolments: number[],
  from: string,
): Promise<Map<number, string>> {
  await lockRows(trx, 'enrolment', enrolments, 'update');
  const { rows } = await sql<{ student: number; last: string }>`
    select e.student_id as student, max(a.date) as last
    from enrolment e join attendance a on a.student_id = e.student_id
      and a.class_schedule_id = e.class_schedule_id
    where e.id = any(${enrolments}::bigint[]) and a.date >= greatest(e.enrolled_from, ${from}::date)
    group by e.student_id`.execute(trx);
  return new Map(rows.map(({ student, last }) => [student, last]));
}
