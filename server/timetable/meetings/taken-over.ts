import { sql } from 'kysely';
import { withPurpose } from '#server/platform/database/act.ts';
import type { Database } from '#server/platform/database/pool.ts';

interface TakenOver {
  /** The class that goes on. */
  id: number;
  /** The one that had taken over from it, and goes. */
  added: number;
  /** The first day of that one. */
  from: string;
}

/** The class that had ended is planned again; it was archived at once where no class of it was left. */
export async function reopenEnded(trx: Database, id: number): Promise<void> {
  await withPurpose(trx, 'adoption', () =>
    trx
      .updateTable('class_schedule')
      .set({ archived_at: null })
      .where('id', '=', id)
      .where('archived_at', 'is not', null)
      .execute(),
  );
}

/** Students and cohorts go back, also those who joined meanwhile; the empty class is deleted. */
export async function giveBack(trx: Database, { id, added, from }: TakenOver): Promise<void> {
  const goesOn = sql`e.class_schedule_id = ${id} and e.student_id = g.student_id
    and e.enrolled_to = ${from}::date - 1 and g.enrolled_from = ${from}::date`;
  await sql`
    with going as (
      delete from enrolment where class_schedule_id = ${added} returning *
    ), longer as (
      update enrolment e set enrolled_to = g.enrolled_to from going g where ${goesOn}
    )
    insert into enrolment
      (student_id, class_schedule_id, enrolled_from, enrolled_to, cohort_assignment_id)
    select student_id, ${id}, enrolled_from, enrolled_to, cohort_assignment_id from going g
    where not exists (select from enrolment e where ${goesOn})`.execute(trx);
  await trx
    .updateTable('cohort_schedule')
    .set({ class_schedule_id: id })
    .where('class_schedule_id', '=', added)
    .execute();
  await trx.deleteFrom('class_schedule').where('id', '=', added).execute();
}
