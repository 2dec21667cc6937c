import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorDetail } from '../error-details.ts';
import { SetupError } from '../setup-error.ts';

const reasons: Record<string, string> = {
  ENOENT: 'it is not there',
  ENOTDIR: 'it is no folder',
  EEXIST: 'it is no folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
};

/**
 * Writes a file into a folder and removes it.
 * @param what names the folder in the message, such as `DATA_DIR`.
 * @throws SetupError with one line that says why not.
 */
export async function assertWritable(
  folder: string,
  what: string,
  { create = false } = {},
): Promise<void> {
  try {
    if (create) await mkdir(folder, { recursive: true });
    if (!(await stat(folder)).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    const probe = join(folder, `.writable-${randomUUID()}`);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    const code = errorDetail(error, 'code');
    if (code === undefined) throw error;
    throw new SetupError(`${what} ${folder} cannot be written: ${reasons[code] ?? code}.`);
  }
}
