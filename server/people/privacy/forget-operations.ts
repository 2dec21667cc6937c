import { sql } from 'kysely';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { idHasher } from '#server/school/erased-ids.ts';

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
 * Deletes what operations have stored of an erased student, also of rows that an undo has removed and
 * that had an ID of theirs, the present one or a former one, in whatever capital letters.
 */
export async function forgetChanges(trx: Database, id: number, studentId: string): Promise<void> {
  const hmacOf = await idHasher(trx);
  const formers = await trx
    .selectFrom('former_student_id')
    .select('id_hmac')
    .where('student_id', '=', id)
    .execute();
  const own = new Set([hmacOf(studentId), ...formers.map(({ id_hmac }) => id_hmac)].map(hexOf));
  const { rows: removed } = await sql<{ row: number; id: string }>`
    select distinct r.student_id as row, written.id
    from bulk_operation_row r
    cross join lateral (values (r.before ->> 'student_id'), (r.after ->> 'student_id')) written(id)
    where r.table_name = 'student' and written.id is not null
      and not exists (select from student s where s.id = r.student_id)`.execute(trx);
  const theirs = removed.filter((found) => own.has(hexOf(hmacOf(found.id)))).map(({ row }) => row);
  await trx
    .deleteFrom('bulk_operation_row')
    .where('student_id', '=', anyOf.ids([id, ...theirs]))
    .execute();
}

const hexOf = (bytes: Buffer): string => bytes.toString('hex');
