import { sql } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Person } from './lock.ts';

/**
 * Opens an assignment for each student; existing ones are reused.
 * @returns assignment by student; `joined` has the students with a new one.
 */
export async function openAssignments(
  trx: Database,
  students: Person[],
  cohort: number,
  from: string,
) {
  const { rows } = await sql<{ id: number; student: number; joined: boolean }>`
    insert into cohort_assignment (student_id, cohort_id, assigned_from)
    select id, ${cohort}, ${from}::date
    from unnest(${students.map(({ id }) => id)}::bigint[]) as s(id)
    on conflict (student_id, cohort_id) where assigned_to is null
    do update set cohort_id = excluded.cohort_id
    returning id, student_id as student, xmax = 0 as joined`.execute(trx);
  const joined = new Set(rows.filter((row) => row.joined).map(({ student }) => student));
  return { byStudent: new Map(rows.map(({ id, student }) => [student, id])), joined };
}

/**
 * The day before `from` is the last one in the cohort; assignments that started on `from` or later
 * become empty.
 */
export async function endAssignments(trx: Database, ids: number[], from: string): Promise<void> {
  await trx
    .updateTable('cohort_assignment')
    .set({ assigned_to: sql`greatest(assigned_from - 1, ${from}::date - 1)` })
    .where('id', '=', anyOf.ids(ids))
    .where('assigned_to', 'is', null)
    .execute();
}
