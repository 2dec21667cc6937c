import { sql } from 'kysely';
import { allOf, anyOf } from '../database/any-of.ts';
import type { Database } from '../database/pool.ts';
import { originalOf, sizedKeysOf } from './sized-key.ts';
import type { FileStore } from './store.ts';

const atOnce = 500;

/** Number of removed files, and keys of files that could not be deleted. */
export interface Removed {
  removed: number;
  stuck: string[];
}

/** Deletes released files from the store. */
export async function removeReleased(database: Database, store: FileStore): Promise<Removed> {
  const stuck: string[] = [];
  let removed = 0;
  for (;;) {
    const rows = await database
      .selectFrom('stored_file')
      .select('key')
      .where('released_at', 'is not', null)
      .where('key', '<>', allOf.texts(stuck))
      .limit(atOnce)
      .execute();
    if (rows.length === 0) return { removed, stuck };
    const keys = rows.map(({ key }) => key);
    const outcomes = await Promise.allSettled(keys.map((key) => removeWithSizes(store, key)));
    const gone = outcomes.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []));
    stuck.push(...keys.filter((key) => !gone.includes(key)));
    // A store that deletes nothing is down: the rest waits.
    if (gone.length === 0) return { removed, stuck };
    await database
      .deleteFrom('stored_file')
      .where('key', '=', anyOf.texts(gone))
      .where('released_at', 'is not', null)
      .execute();
    removed += gone.length;
  }
}

/** The sizes first: they are found by the key of the photo. */
async function removeWithSizes(store: FileStore, key: string): Promise<string> {
  await Promise.all(sizedKeysOf(key).map((sized) => store.remove(sized)));
  await store.remove(key);
  return key;
}

/**
 * Removes files that no row references, and files without a record.
 * @param before time of upload, epoch milliseconds. @returns their number.
 */
export async function removeUnused(
  database: Database,
  store: FileStore,
  before: number,
): Promise<number> {
  // From here on no row can reference them.
  const unused = await database
    .updateTable('stored_file')
    .set({ released_at: sql`now()` })
    .where('owner_id', 'is', null)
    .where('released_at', 'is', null)
    .where('created_at', '<', new Date(before).toISOString())
    .executeTakeFirst();
  await removeReleased(database, store);

  let removed = Number(unused.numUpdatedRows);
  const removeUnknown = async (keys: string[]) => {
    const rows = await database
      .selectFrom('stored_file')
      .select('key')
      .where('key', '=', anyOf.texts(keys.map(originalOf)))
      .execute();
    const known = new Set(rows.map(({ key }) => key));
    for (const key of keys.filter((stored) => !known.has(originalOf(stored)))) {
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
