import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

/** How long what rows were is stored, in days: as long an operation can be undone (R-UNDO-5). */
export const undoDays = 90;

/** Deletes the rows of older operations, in batches. @param before ISO instant. */
export async function forgetRows(
  database: Database,
  before: string,
  batchSize: number,
): Promise<void> {
  for (let deleted = 1; deleted > 0;) {
    const { numAffectedRows } = await sql`
      delete from bulk_operation_row where ctid = any(array(
        select r.ctid from bulk_operation_row r join bulk_operation o on o.id = r.operation_id
        where o.done_at < ${before}::timestamptz limit ${batchSize}))`.execute(database);
    deleted = Number(numAffectedRows ?? 0);
  }
}

/**
 * Deletes what operations have stored of an erased student, also of a row with their ID that an undo has
 * removed, and that undoing this would bring back.
 */
export async function forgetChanges(trx: Database, id: number, studentId: string): Promise<void> {
  await sql`
    delete from bulk_operation_row where student_id = ${id} or student_id in (
      select r.student_id from bulk_operation_row r
      where r.table_name = 'student' and not exists (select from student s where s.id = r.student_id)
        and ${studentId} in (r.before ->> 'student_id', r.after ->> 'student_id'))`.execute(trx);
}
