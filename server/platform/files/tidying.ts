import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { FileStore } from './store.ts';

const atOnce = 500;

/** What left the store, and the keys of those that it did not give up this time. */
export interface Removed {
  removed: number;
  stuck: string[];
}

/** Takes released files out of the store. */
export async function removeReleased(database: Database, store: FileStore): Promise<Removed> {
  const stuck: string[] = [];
  let removed = 0;
  for (;;) {
    const rows = await database
      .selectFrom('stored_file')
      .select('key')
      .where('released_at', 'is not', null)
      .where('key', 'not in', ['', ...stuck])
      .limit(atOnce)
      .execute();
    if (rows.length === 0) return { removed, stuck };
    const keys = rows.map(({ key }) => key);
    const outcomes = await Promise.allSettled(keys.map((key) => store.remove(key)));
    const gone = keys.filter((_key, place) => outcomes[place]!.status === 'fulfilled');
    stuck.push(...keys.filter((key) => !gone.includes(key)));
    // A store that gives nothing up is down: the list waits.
    if (gone.length === 0) return { removed, stuck };
    await sql`delete from stored_file where key = any(${gone}::text[]) and released_at is not null`.execute(database);
    removed += gone.length;
  }
}

/**
 * Takes away what no row took up, and files without a record.
 * @param before when it was saved, epoch milliseconds. @returns how many.
 */
export async function removeUnused(database: Database, store: FileStore, before: number): Promise<number> {
  // From here on no row can take them up.
  const unused = await sql`
    update stored_file set released_at = now()
    where owner_id is null and released_at is null and created_at < ${new Date(before).toISOString()}::timestamptz`.execute(database);
  await removeReleased(database, store);

  let removed = Number(unused.numAffectedRows ?? 0);
  const removeUnknown = async (keys: string[]) => {
    const rows = await database.selectFrom('stored_file').select('key').where('key', 'in', keys).execute();
    const known = new Set(rows.map(({ key }) => key));
    for (const key of keys.filter((one) => !known.has(one))) {
      await store.remove(key);
      removed++;
    }
  };
  let old: string[] = [];
  for await (const { key, savedAt } of store.list()) {
    if (savedAt < before) old.push(key);
    if (old.length < atOnce) continue;
    await removeUnknown(old);
    old = [];
  }
  if (old.length) await removeUnknown(old);
  return removed;
}
