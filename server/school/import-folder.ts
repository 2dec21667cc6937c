import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorDetail } from '#server/platform/error-details.ts';

const prefix = 'attendance-import-';
const ofHost = `${prefix}${hostname()}-`;
const maxAgeMs = 24 * 60 * 60_000;

/**
 * Runs work with a private folder for temporary copies of a file, and removes it whatever becomes of
 * the work: files of other systems name people. A thread that is ended removes nothing itself.
 */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>) {
  const folder = await mkdtemp(join(tmpdir(), `${ofHost}${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Removes the folders that processes left which were killed, and those of more than a day ago. */
export async function removeOldFolders(now = Date.now()): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(prefix)) continue;
    const path = join(tmpdir(), name);
    const found = await stat(path).catch(() => null);
    // Another user's are not ours to remove.
    if (!found || (process.getuid && found.uid !== process.getuid())) continue;
    if (now - found.mtimeMs > maxAgeMs || isLeft(name, found.mtimeMs))
      await rm(path, { recursive: true, force: true });
  }
}

/** Whether its process has ended; one before this may have had the same id. */
function isLeft(name: string, changedAtMs: number): boolean {
  if (!name.startsWith(ofHost)) return false;
  const pid = Number(/^(\d+)-/.exec(name.slice(ofHost.length))?.[1]);
  if (pid === process.pid) return changedAtMs < Date.now() - process.uptime() * 1000;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return errorDetail(error, 'code') === 'ESRCH';
  }
}
