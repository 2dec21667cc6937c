import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '#server/platform/database/pool.ts';
import type { ClaimedRun } from './store.ts';

/** Size of a stored part, in bytes. */
const partBytes = 1024 * 1024;

/**
 * Stores a file in parts as it arrives: never more than one is in the memory, and no connection of
 * the pool waits for a slow sender.
 * @returns its size and its SHA-256.
 */
export async function storeFile(
  database: Database,
  run: number,
  chunks: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let [bytes, number] = [0, 0];
  let waiting: Uint8Array[] = [];
  let size = 0;
  const store = async () => {
    if (size === 0) return;
    await database
      .insertInto('import_run_part')
      .values({ import_run_id: run, number: number++, content: Buffer.concat(waiting) })
      .execute();
    [waiting, size] = [[], 0];
  };
  for await (const chunk of chunks) {
    hash.update(chunk);
    bytes += chunk.length;
    size += chunk.length;
    waiting.push(chunk);
    if (size >= partBytes) await store();
  }
  await store();
  return { bytes, sha256: hash.digest('hex') };
}

/**
 * The parts of a stored file, in order.
 * @throws Error at its end when it is not the file that was sent.
 */
async function* partsOf(
  database: Database,
  { id, sha256 }: Pick<ClaimedRun, 'id' | 'sha256'>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for (let number = 0; ; number++) {
    const part = await database
      .selectFrom('import_run_part')
      .select('content')
      .where('import_run_id', '=', id)
      .where('number', '=', number)
      .executeTakeFirst();
    if (!part) break;
    hash.update(part.content);
    yield part.content;
  }
  if (hash.digest('hex') !== sha256)
    throw new Error('The file is no longer stored as it was sent.');
}

/** Reads the file of a run. @param folder for a temporary copy, which its caller removes. */
export function fileOf(
  database: Database,
  run: Pick<ClaimedRun, 'id' | 'sha256' | 'kind'>,
  folder: string,
) {
  return {
    async bytes(): Promise<Uint8Array> {
      const parts: Buffer[] = [];
      for await (const part of partsOf(database, run)) parts.push(part);
      return Buffer.concat(parts);
    },
    async path(): Promise<string> {
      const path = join(folder, 'file');
      const file = await open(path, 'w', 0o600);
      try {
        for await (const part of partsOf(database, run)) await file.write(part);
      } finally {
        await file.close();
      }
      return path;
    },
  };
}
