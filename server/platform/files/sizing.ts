import type { Database } from '../database/pool.ts';
import { sizesOf } from './images/sizes.ts';
import { saveSizes } from './saving.ts';
import type { FileStore } from './store.ts';

const atOnce = 20;

/**
 * Makes the sizes of photos from before there were any, the oldest first. Two servers that do the same
 * photo store the same files. @returns whether there may be more.
 */
export async function makeMissingSizes(database: Database, store: FileStore): Promise<boolean> {
  const rows = await database
    .selectFrom('stored_file')
    .select('key')
    .where('category', '=', 'student-profile')
    .where('sized_at', 'is', null)
    .where('released_at', 'is', null)
    .orderBy('created_at')
    .limit(atOnce)
    .execute();
  for (const { key } of rows) {
    const bytes = await store.get(key);
    const sizes = bytes && (await sizesOf(bytes));
    if (sizes) await saveSizes(store, key, sizes);
    // Without sizes, too: what cannot be decoded today cannot be tomorrow.
    await database
      .updateTable('stored_file')
      .set({ sized_at: new Date().toISOString() })
      .where('key', '=', key)
      .execute();
  }
  return rows.length === atOnce;
}
