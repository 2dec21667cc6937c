import { randomUUID } from 'node:crypto';
import type { Database } from '../database/pool.ts';
import { required } from '../required.ts';
import type { PhotoSizes } from './images/sizes.ts';
import { sizedKey, sizedType } from './sized-key.ts';
import type { FileStore } from './store.ts';
import { endings } from './types.ts';

export interface NewFile {
  bytes: Uint8Array;
  type: string;
  /** Of a photo: its sizes; null where they could not be made. */
  sizes?: PhotoSizes | null;
}

/** Stores a file with its sizes, for a row to take it up. @returns its key. */
export async function saveFile(
  database: Database,
  store: FileStore,
  {
    bytes,
    type,
    sizes,
    category,
    uploadedBy,
  }: NewFile & { category: string; uploadedBy: number | null },
): Promise<string> {
  const key = `${category}/${randomUUID()}.${required(endings[type], `The file extension of ${type}`)}`;
  // The record is inserted first: a file without a record would never be found.
  await database
    .insertInto('stored_file')
    .values({
      key,
      category,
      uploaded_by: uploadedBy,
      ...(sizes !== undefined && { sized_at: new Date().toISOString() }),
    })
    .execute();
  await store.put(key, bytes, type);
  if (sizes) await saveSizes(store, key, sizes);
  return key;
}

/** Stores the sizes of a photo beside it. */
export async function saveSizes(store: FileStore, key: string, sizes: PhotoSizes): Promise<void> {
  for (const { size, bytes } of sizes) await store.put(sizedKey(key, size), bytes, sizedType);
}
