import { sql } from 'kysely';
import type { OperationKind } from '#contract/bulk-operation-terms.ts';
import type { Permission } from '#contract/permissions.ts';
import { setAct } from '../database/act.ts';
import type { Database } from '../database/pool.ts';
import { oneRow } from '../database/one-row.ts';

/** What is done, by whom, and who may undo it. */
export interface OperationOptions {
  kind: OperationKind;
  /** What it writes, in words and without names: `students`, `enrolments`. */
  about: string;
  /** The id of the user; null for a command. */
  user: number | null;
  /** ISO instant. */
  now: string;
  /** Only users with all of these see the operation and undo it. */
  rights: readonly Permission[];
  /** The operation that this one undoes. */
  undoes?: number;
}

interface Recorded<Result> {
  result: Result;
  /** The id of the operation; null when no row was written. */
  operation: number | null;
}

/** A permission as it is stored with an operation. */
export const rightOf = ([subject, action]: Permission): string => `${subject}:${action}`;

/**
 * Runs work as one recorded operation, which can be looked at and undone (R-UNDO-1): whatever the
 * transaction writes to the recorded tables within `work`, by whatever statement, is an operation's row
 * with its content before and after (`record_bulk_change.sql`). Everything that writes many rows of
 * master data, students or enrolments at once goes through this function: uploads, imports of any
 * format, bulk edits, archiving, enrolments and transfers.
 *
 * @param trx the transaction; the recording is undone with it. Within an operation the work joins it.
 * @returns what `work` returns, and the operation's id.
 */
export async function asOperation<Result>(
  trx: Database,
  { kind, about, user, now, rights, undoes }: OperationOptions,
  work: () => Promise<Result>,
): Promise<Recorded<Result>> {
  const { running } = oneRow(
    await sql<{ running: number | null }>`
      select (act() ->> 'operation')::bigint as running`.execute(trx),
  );
  if (running !== null) return { result: await work(), operation: running };
  const { id } = await trx
    .insertInto('bulk_operation')
    .values({
      kind,
      about,
      done_by: user,
      done_at: now,
      rights: rights.map(rightOf),
      undoes: undoes ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setAct(trx, { operation: id });
  const result = await work();
  const { rows } = oneRow(
    await sql<{ rows: number }>`select finish_bulk_operation(${id}) as rows`.execute(trx),
  );
  return { result, operation: rows === 0 ? null : id };
}
