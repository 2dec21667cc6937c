import { sql } from 'kysely';
import type { Clock } from '#server/platform/clock.ts';
import { setAct } from '#server/platform/database/act.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import type { Body } from '#server/platform/resource/writer-terms.ts';

/** The columns of a class with a history. */
const patternColumns = [
  'day_of_week',
  'start_time',
  'end_time',
  'classroom_id',
  'teacher_id',
  'payroll_id',
  'weeks',
  'co_teacher_ids',
  'co_payrolls',
  'more_classroom_ids',
];

/**
 * Applies a change of a class from a date (R-MEETING-2). Up to tomorrow the columns change
 * immediately, and the database plans from that date; later changes are planned, and show in the
 * week from the day before.
 * @returns the columns that change immediately.
 */
export async function changeFrom(
  trx: Database,
  clock: Clock,
  current: Body,
  columns: Body,
  from: string,
): Promise<Body> {
  await assertWithinSemester(trx, Number(current.id), from);
  const tomorrow = Temporal.PlainDate.from(clock.today()).add({ days: 1 }).toString();
  if (from <= tomorrow) {
    await setAct(trx, { from });
    return columns;
  }
  const isPattern = ([name]: [string, unknown]) => patternColumns.includes(name);
  const entries = Object.entries(columns);
  const later = Object.fromEntries(entries.filter(isPattern));
  await sql`select change_pattern(${current.id}, ${from}, ${JSON.stringify(later)}::jsonb)`.execute(
    trx,
  );
  await sql`select drop_changes_by_hand(array[${current.id}::bigint], ${from}::date)`.execute(trx);
  await sql`select plan_meetings(array[${current.id}::bigint])`.execute(trx);
  return Object.fromEntries(entries.filter((entry) => !isPattern(entry)));
}

async function assertWithinSemester(trx: Database, id: number, from: string): Promise<void> {
  const { rows } = await sql<{ first: string; last: string }>`
    select m.class_start_date as first, m.semester_end_date as last
    from class_schedule c join semester m on m.id = c.semester_id where c.id = ${id}`.execute(trx);
  const [semester] = rows;
  if (semester && (from < semester.first || from > semester.last))
    throw validationError('effective_from', `must be from ${semester.first} to ${semester.last}`);
}
