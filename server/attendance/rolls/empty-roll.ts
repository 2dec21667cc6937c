import { sql } from 'kysely';
import type { EmptyRoll } from '#contract/attendance/empty-roll.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';

/** Students who are enrolled in a class at other times than on a date (R-ROLL-20). */
export async function whyEmpty(
  database: Database,
  { class_schedule, date }: { class_schedule: number; date: string },
): Promise<EmptyRoll> {
  const found = await sql<EmptyRoll>`
    select count(distinct e.student_id) filter (where e.enrolled_from > ${date}::date) as later,
      min(e.enrolled_from) filter (where e.enrolled_from > ${date}::date) as first_day,
      count(distinct e.student_id) filter (where e.enrolled_to < ${date}::date) as earlier,
      max(e.enrolled_to) filter (where e.enrolled_to < ${date}::date) as last_day
    from enrolment e where e.class_schedule_id = ${class_schedule}`.execute(database);
  return oneRow(found);
}
