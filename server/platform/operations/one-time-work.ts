import type { Database } from '../database/pool.ts';

/**
 * Whether work that an upgrade does once is to be done by this transaction. A process that does it at the
 * same moment is waited for; its work counts once it has committed.
 */
export async function isFirst(trx: Database, name: string, now: string): Promise<boolean> {
  const inserted = await trx
    .insertInto('one_time_work')
    .values({ name, done_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst();
  return inserted !== undefined;
}
