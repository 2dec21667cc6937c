import { sql, type RawBuilder } from 'kysely';
import { lockOf, type LockStrength } from '../database/locks.ts';
import type { Database } from '../database/pool.ts';
import type { CurrentUser } from '../http/guard.ts';
import type { Body, ResourceWriter, Step } from './writer-terms.ts';

/** Locks the row that a body changes. */
export async function lockRow(
  trx: Database,
  writer: ResourceWriter,
  id: number,
  body: Body,
): Promise<Body | undefined> {
  const row = sql`${sql.table(writer.table)} where id = ${id}`;
  const { rows } = await sql<Body>`select * from ${row} ${lockOfChange(writer)}`.execute(trx);
  const [current] = rows;
  // A call that refers to the row by the old value, as a check-in of a teacher does, commits first.
  if (current && !writer.holdsReferences && changesUniqueField(writer, body, current))
    await sql`select from ${row} ${lockOf('update')}`.execute(trx);
  return current;
}

/** The lock of a row that is changed: of two changes the second waits, and sees the first. */
export const lockOfChange = ({ holdsReferences }: ResourceWriter): RawBuilder<unknown> =>
  lockOf(holdsReferences ? 'update' : 'no key update');

const changesUniqueField = (
  { unique = {}, alsoUnique = [] }: ResourceWriter,
  given: Body,
  current: Body,
): boolean =>
  [...Object.values(unique).map(([field]) => field), ...alsoUnique].some(
    (field) => given[field] !== undefined && given[field] !== current[field],
  );

export const strengthOf = ({ assertCanRestore }: ResourceWriter, { what }: Step): LockStrength =>
  what === 'remove' || (what === 'restore' && assertCanRestore) ? 'update' : 'no key update';

/**
 * Locks rows before it is decided by them what may be done to them.
 * @returns the ids that exist.
 */
export async function lockAll(
  trx: Database,
  { table, assertCanChange }: ResourceWriter,
  { ids, user, lock }: { ids: number[]; user: CurrentUser; lock: RawBuilder<unknown> },
): Promise<Set<number>> {
  const { rows } = await sql<Body & { id: number }>`
    select * from ${sql.table(table)} where id = any(${ids}::bigint[]) order by id ${lock}`.execute(
    trx,
  );
  for (const row of rows) assertCanChange?.(row, user);
  return new Set(rows.map(({ id }) => id));
}
