import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The key of stored secrets: `SECRETS_KEY`, else a file of the data folder, which the first process
 * makes. It is not in the database, so that a copy of the database opens no secret.
 */
export async function secretsKey({
  secretsKey: given,
  dataDir,
}: {
  secretsKey: string | undefined;
  dataDir: string;
}): Promise<string> {
  if (given !== undefined) return given;
  const file = join(dataDir, 'secrets.key');
  const stored = await readFile(file, 'utf8').catch(() => null);
  if (stored) return stored.trim();
  await mkdir(dataDir, { recursive: true });
  const own = `${file}.${process.pid}`;
  await writeFile(own, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  // Of several processes the first one's stays.
  await link(own, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(own);
  return (await readFile(file, 'utf8')).trim();
}
