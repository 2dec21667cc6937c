import { sql } from 'kysely';
import { lockRows } from '#server/platform/database/locks.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { enrolledOnOrAfter } from '#server/school/enrolled.ts';

/**
 * Ends enrolments that are open or end later: the last day is the day before `from`, or the last day with a
 * mark if that is later. Enrolments that have not started are deleted.
 */
export async function endEnrolments(trx: Database, ids: number[], from: string): Promise<void> {
  // Marks of these students that are being written are waited for: they may move the last day.
  await lockRows(trx, 'enrolment', ids, 'update');
  await sql`
    with ending as (
      select e.id, e.enrolled_from, greatest(${from}::date - 1, (
        select max(a.date) from attendance a
        where a.student_id = e.student_id and a.class_schedule_id = e.class_schedule_id
          and a.date >= e.enrolled_from and (e.enrolled_to is null or a.date <= e.enrolled_to)
      )) as last
      from enrolment e where e.id = any(${ids}::bigint[]) and ${enrolledOnOrAfter(from)}
    ), gone as (
      delete from enrolment where id in (select id from ending where last < enrolled_from)
    )
    update enrolment e set enrolled_to = ending.last from ending
    where e.id = ending.id and ending.last >= ending.enrolled_from`.execute(trx);
}

/**
 * Ends the enrolments of students who are archived or erased, also those with a later last day (R-ENROL-7).
 * @returns how many.
 */
export async function endEnrolmentsOf(
  trx: Database,
  students: number[],
  today: string,
): Promise<number> {
  if (students.length === 0) return 0;
  const rows = await trx
    .selectFrom('enrolment as e')
    .select('id')
    .where('student_id', '=', anyOf.ids(students))
    .where(enrolledOnOrAfter(today))
    .orderBy('id')
    .execute();
  await endEnrolments(
    trx,
    rows.map(({ id }) => id),
    today,
  );
  return rows.length;
}
