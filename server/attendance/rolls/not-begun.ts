import { sql } from 'kysely';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { enrolledOn } from '#server/school/enrolled.ts';
import { asHeld, meetingOn } from '#server/school/meetings.ts';
import { instantAt } from '#server/school/when.ts';
import type { RollKey } from './roll-key.ts';

/** Who is marked Absent, and whether the call confirms it before the class has begun. */
interface WholeClass extends RollKey {
  /** Number of students. */
  students: number;
  confirm: boolean | undefined;
}

/**
 * For calls that mark a whole class Absent (R-ROLL-26).
 * @throws ApiError 409 with the question, when the class has not begun and the call does not confirm it.
 */
export async function assertBegunOrConfirmed(
  database: Database,
  { now, timeZone }: Pick<Clock, 'now' | 'timeZone'>,
  { class_schedule, date, students, confirm }: WholeClass,
): Promise<void> {
  if (confirm || students === 0) return;
  const { rows } = await sql<{ start_time: string }>`
    select ${asHeld.start} as start_time from class_schedule c
    left join ${meetingOn(sql`c.id`, date)} where c.id = ${class_schedule}`.execute(database);
  const [found] = rows;
  if (!found) return;
  const begins = instantAt(date, found.start_time, timeZone);
  if (Temporal.Instant.compare(now(), begins) >= 0) return;
  const counted = students === 1 ? '1 student' : `${students} students`;
  const question = `This class begins at ${found.start_time} on ${date}`;
  throw new ApiError(409, {
    detail: `${question}. Marking ${counted} absent before has to be confirmed.`,
    confirm: [question],
  });
}

/**
 * The same for a list of students, when it is as long as the roll.
 * @throws ApiError 409
 */
export async function assertNotWholeClassBefore(
  database: Database,
  clock: Pick<Clock, 'now' | 'timeZone'>,
  of: WholeClass,
): Promise<void> {
  if (of.confirm || of.students < 2) return;
  const { rows } = await sql`
    select from enrolment e
    where e.class_schedule_id = ${of.class_schedule} and ${enrolledOn(of.date)}
    offset ${of.students} limit 1`.execute(database);
  if (rows.length === 0) await assertBegunOrConfirmed(database, clock, of);
}
