import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { isKnownMigration, migrate } from '../database/migrate.ts';
import { createDatabase, createPool, type Connection, type Database } from '../database/pool.ts';
import type { FileStore } from '../files/store.ts';
import { SetupError } from '../setup-error.ts';
import { openArchive, verifyArchive, type OpenArchive } from './archive.ts';
import { fileEntry, tableEntry, type Manifest } from './manifest.ts';
import { tablesOf, type Shape } from './shape.ts';
import { oneRow } from '../database/one-row.ts';

interface RestoreOptions {
  connection: Connection;
  files: FileStore;
  /** Deletes existing data. */
  replace: boolean;
  /** Statements that run after the rows are loaded, in the same transaction. */
  finalStatements: string[];
  /** Tables that a server fills by itself: rows in them are no data. */
  ownTables: readonly string[];
  /** Runs after the migrations, before a server may use the data. */
  afterLoad?: (database: Database) => Promise<void>;
}

/**
 * Loads a backup into an empty database and file store, and migrates it to this version. The
 * archive is verified first; rows are loaded in one transaction, so an interrupted restore leaves
 * an empty database. Checksums detect damage, not forgery: only tables and columns of our own
 * migrations are filled, by COPY.
 * @throws SetupError when the backup is damaged or newer than this version, names unknown tables,
 * when there is existing data, or when a server runs.
 */
export async function restoreBackup(path: string, options: RestoreOptions): Promise<Manifest> {
  const manifest = await verifyArchive(path);
  const newer = manifest.migrations.find((name) => !isKnownMigration(name));
  if (newer) throw new SetupError(`${path} was made by a newer version of Attendance (${newer}).`);
  const client = new pg.Client(
    typeof options.connection === 'string'
      ? { connectionString: options.connection }
      : options.connection,
  );
  client.on('error', () => {});
  await client.connect();
  const archive = await openArchive(path);
  try {
    await assertNotInUse(client);
    await makeEmpty(client, options);
    const database = createDatabase(createPool(options.connection, 1, () => {}));
    try {
      await migrate(database, manifest.migrations.at(-1));
      assertKnownNames(path, manifest, await tablesOf(client));
      await load(client, archive, options);
      await migrate(database);
      await options.afterLoad?.(database);
    } finally {
      await database.destroy();
    }
    await client.query('analyze');
    return manifest;
  } finally {
    archive.close();
    await client.end().catch(() => {});
  }
}

/** @throws SetupError for a table, column or identity that the backup's version did not have. */
function assertKnownNames(path: string, { tables, identities }: Manifest, shape: Shape): void {
  const columnsOf = new Map(shape.tables.map((table) => [table.name, new Set(table.columns)]));
  const fail = (name: string): never => {
    throw new SetupError(
      `${path} names ${name}, which its version of Attendance did not have; nothing was restored.`,
    );
  };
  for (const { name, columns } of tables) {
    const known = columnsOf.get(name);
    if (!known) return fail(name);
    columns.filter((column) => !known.has(column)).forEach((column) => fail(`${name}.${column}`));
  }
  const own = new Set(shape.identities.map(({ table, column }) => `${table}.${column}`));
  identities
    .filter(({ table, column }) => !own.has(`${table}.${column}`))
    .forEach(({ table, column }) => fail(`${table}.${column}`));
  const duplicate = tables.find(
    ({ name }, place) => tables.findIndex((table) => table.name === name) !== place,
  );
  if (duplicate)
    throw new SetupError(`${path} names ${duplicate.name} twice; nothing was restored.`);
}

/** Connections that were just closed end within a moment; a server's remain. */
async function assertNotInUse(client: pg.Client): Promise<void> {
  for (let attempts = 0; attempts < 20; attempts++) {
    const connected = await client.query<{ count: string }>(`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and backend_type = 'client backend'`);
    if (Number(oneRow(connected).count) === 0) return;
    await wait(100);
  }
  throw new SetupError('A server is using this database: stop it first.');
}

async function makeEmpty(
  client: pg.Client,
  { replace, ownTables }: Pick<RestoreOptions, 'replace' | 'ownTables'>,
): Promise<void> {
  const found = await client.query<{ tables: string }>(
    `select count(*) as tables from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  if (Number(oneRow(found).tables) === 0) return;
  if (!replace && (await hasRows(client, ownTables)))
    throw new SetupError('There are data here already: --replace throws them away.');
  await client.query(
    'begin; drop schema public cascade; create schema public; drop schema if exists jobs cascade; commit',
  );
}

async function hasRows(client: pg.Client, ownTables: readonly string[]): Promise<boolean> {
  const tables = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely\\_%'
      and relname <> 'server_secret'`);
  for (const { name } of tables.rows.filter((table) => !ownTables.includes(table.name))) {
    const { rowCount } = await client.query(
      `select 1 from ${client.escapeIdentifier(name)} limit 1`,
    );
    if (rowCount) return true;
  }
  return false;
}

async function load(
  client: pg.Client,
  archive: OpenArchive,
  { files, finalStatements }: RestoreOptions,
): Promise<void> {
  const { manifest } = archive;
  await client.query('begin');
  // The backup contains the rows that triggers have written.
  const quoted = (name: string) => client.escapeIdentifier(name);
  for (const { name } of manifest.tables)
    await client.query(`alter table ${quoted(name)} disable trigger user`);
  for (const { name, columns, rows } of manifest.tables) {
    const into = client.query(
      copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`),
    );
    await pipeline(await archive.read(tableEntry(name)), into).catch((error: unknown) => {
      // Its message repeats the value, which is somebody's, or was made to be printed.
      if (error instanceof pg.DatabaseError)
        throw new SetupError(
          `${name} has a row that the database refuses (${error.code}); nothing was restored.`,
        );
      throw error;
    });
    if (into.rowCount !== rows)
      throw new SetupError(
        `${name} has ${into.rowCount} rows instead of ${rows}; nothing was restored.`,
      );
  }
  for (const { table, column, last } of manifest.identities) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest($3::bigint, 1), $3::bigint > 0)`,
      [`public.${quoted(table)}`, column, last],
    );
  }
  for (const { name } of manifest.tables)
    await client.query(`alter table ${quoted(name)} enable trigger user`);
  for (const statement of finalStatements) await client.query(statement);
  for (const { key, type } of manifest.files)
    await files.put(key, await buffer(await archive.read(fileEntry(key))), type);
  await client.query('commit');
}
