import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { ZipFile } from 'yazl';
import type { Connection } from '../database/pool.ts';
import { originalOf } from '../files/sized-key.ts';
import { assertWritable } from '../files/writable.ts';
import type { FileStore } from '../files/store.ts';
import { SetupError } from '../setup-error.ts';
import { createMeter, verifyArchive } from './archive.ts';
import { fileEntry, manifestName, tableEntry, type Manifest } from './manifest.ts';
import { tablesOf } from './shape.ts';
import { oneRow } from '../database/one-row.ts';

interface BackupOptions {
  connection: Connection;
  files: FileStore;
  /** The content type of a file's key. */
  typeOf: (key: string) => string;
  /** Tables that are useless in another installation. */
  excludedTables: string[];
}

/**
 * Writes a snapshot of the database and the stored files into one archive; a server may run
 * meanwhile. The archive gets name after it was read back and verified.
 * @throws SetupError when the file exists already.
 */
export async function makeBackup(
  path: string,
  { connection, files, typeOf, excludedTables }: BackupOptions,
): Promise<Manifest> {
  if (await stat(path).catch(() => null))
    throw new SetupError(`${path} is there already: a backup never writes over another.`);
  await assertWritable(dirname(path), 'The folder of the backup');
  const draft = `${path}.draft`;
  const client = new pg.Client(
    typeof connection === 'string' ? { connectionString: connection } : connection,
  );
  client.on('error', () => {});
  await client.connect();
  const failed = new AbortController();
  const { signal } = failed;
  try {
    await client.query('begin isolation level repeatable read read only');
    const zip = new ZipFile();
    const writing = pipeline(zip.outputStream, createWriteStream(draft, { mode: 0o600 }));
    // Where nothing takes what is read any more, reading would wait for ever.
    writing.catch((error: unknown) => failed.abort(error));
    const manifest = await fill(zip, { client, files, typeOf, excludedTables, signal }).catch(
      (error: unknown) => {
        throw signal.aborted ? signal.reason : error;
      },
    );
    zip.addBuffer(Buffer.from(JSON.stringify(manifest, null, 1)), manifestName);
    zip.end();
    await writing;
    await syncFile(draft);
    await verifyArchive(draft);
    await rename(draft, path);
    return manifest;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    const ended = client.end().catch(() => {});
    // A connection in the middle of a table that is no longer read does not end by itself.
    if (!signal.aborted) await ended;
  }
}

async function fill(
  zip: ZipFile,
  {
    client,
    files,
    typeOf,
    excludedTables,
    signal,
  }: Omit<BackupOptions, 'connection'> & { client: pg.Client; signal: AbortSignal },
): Promise<Manifest> {
  const at = await client.query<{ now: string }>(
    `select to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as now`,
  );
  const applied = await client
    .query<{ name: string }>('select name from kysely_migration order by name')
    .catch(() => {
      throw new SetupError('There is nothing to back up: this database was never used.');
    });
  const { tables, identities } = await tablesOf(client);
  const manifest: Manifest = {
    format: 1,
    made_at: oneRow(at).now,
    migrations: applied.rows.map(({ name }) => name),
    tables: [],
    identities: identities.filter(({ table }) => !excludedTables.includes(table)),
    files: [],
  };
  for (const { name, columns } of tables) {
    if (excludedTables.includes(name)) continue;
    const quoted = (identifier: string) => client.escapeIdentifier(identifier);
    const copy = client.query(
      copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`),
    );
    const meter = createMeter();
    zip.addReadStream(meter, tableEntry(name));
    await pipeline(copy, meter, { signal });
    manifest.tables.push({ name, columns, rows: copy.rowCount ?? 0, ...meter.result() });
  }
  const released = await releasedFiles(client);
  for await (const { key } of files.list()) {
    // Files that were released meanwhile are not backed up.
    if (released.has(originalOf(key))) continue;
    const bytes = await files.get(key);
    if (!bytes) continue;
    const meter = createMeter();
    zip.addReadStream(meter, fileEntry(key), { compress: false });
    meter.end(Buffer.from(bytes));
    await once(meter, 'end', { signal });
    manifest.files.push({ key, type: typeOf(key), ...meter.result() });
  }
  return manifest;
}

/** Files without a row that are still in the store; databases of earlier versions have no such list. */
async function releasedFiles(client: pg.Client): Promise<Set<string>> {
  const { rows: tables } = await client.query<{ found: string | null }>(
    `select to_regclass('public.stored_file') as found`,
  );
  if (!tables[0]?.found) return new Set();
  const { rows } = await client.query<{ key: string }>(
    'select key from stored_file where released_at is not null',
  );
  return new Set(rows.map(({ key }) => key));
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
