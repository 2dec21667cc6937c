import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ZipFile } from 'yazl';
import type { Connection } from '../database/pool.ts';
import type { FileStore } from '../files/store.ts';
import { SetupError } from '../setup-error.ts';
import { measuring, verifyArchive } from './archive.ts';
import { fileEntry, isFileKey, manifestName, tableEntry, type Manifest } from './manifest.ts';
import { tablesOf } from './shape.ts';

export interface BackupParts {
  connection: Connection;
  files: FileStore;
  /** The content type of a file's key. */
  typeOf: (key: string) => string;
  /** Tables that are worth nothing elsewhere. */
  leaveOut: string[];
}

/**
 * Writes everything that is in the database at one moment, and the files that are kept, into one archive; a server may run
 * meanwhile. It appears under its name once every byte of it was read back.
 * @throws SetupError when the file is there already.
 */
export async function makeBackup(path: string, { connection, files, typeOf, leaveOut }: BackupParts): Promise<Manifest> {
  if (await stat(path).catch(() => null)) throw new SetupError(`${path} is there already: a backup never writes over another.`);
  const draft = `${path}.draft`;
  const client = new pg.Client(typeof connection === 'string' ? { connectionString: connection } : connection);
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    const zip = new ZipFile();
    const writing = pipeline(zip.outputStream, createWriteStream(draft, { mode: 0o600 }));
    // Told where it is awaited; until then nobody looks.
    writing.catch(() => {});
    const told = await fill(zip, { client, files, typeOf, leaveOut });
    zip.addBuffer(Buffer.from(JSON.stringify(told, null, 1)), manifestName);
    zip.end();
    await writing;
    await onDisk(draft);
    await verifyArchive(draft);
    await rename(draft, path);
    return told;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

async function fill(zip: ZipFile, { client, files, typeOf, leaveOut }: Omit<BackupParts, 'connection'> & { client: pg.Client }): Promise<Manifest> {
  const at = await client.query<{ now: string }>(`select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as now`);
  const applied = await client.query<{ name: string }>('select name from kysely_migration order by name').catch(() => {
    throw new SetupError('There is nothing to back up: this database was never used.');
  });
  const { tables, identities } = await tablesOf(client);
  const manifest: Manifest = {
    format: 1,
    made_at: at.rows[0]!.now,
    migrations: applied.rows.map(({ name }) => name),
    tables: [],
    identities: identities.filter(({ table }) => !leaveOut.includes(table)),
    files: [],
  };
  for (const { name, columns } of tables) {
    if (leaveOut.includes(name)) continue;
    const quoted = (one: string) => client.escapeIdentifier(one);
    const copy = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`));
    const measured = measuring();
    zip.addReadStream(measured, tableEntry(name));
    await pipeline(copy, measured);
    manifest.tables.push({ name, columns, rows: copy.rowCount ?? 0, ...measured.told() });
  }
  const released = await releasedFiles(client);
  for await (const { key } of files.list()) {
    // A row may have given its file up since: it is not in the backup either.
    if (released.has(key) || !isFileKey(key)) continue;
    const bytes = await files.get(key);
    if (!bytes) continue;
    const measured = measuring();
    zip.addReadStream(measured, fileEntry(key), { compress: false });
    measured.end(Buffer.from(bytes));
    await once(measured, 'end');
    manifest.files.push({ key, type: typeOf(key), ...measured.told() });
  }
  return manifest;
}

/** Files that left their rows and not yet the store; an earlier version has no such list. */
async function releasedFiles(client: pg.Client): Promise<Set<string>> {
  const { rows: tables } = await client.query<{ found: string | null }>(`select to_regclass('public.stored_file') as found`);
  if (!tables[0]?.found) return new Set();
  const { rows } = await client.query<{ key: string }>('select key from stored_file where released_at is not null');
  return new Set(rows.map(({ key }) => key));
}

async function onDisk(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
