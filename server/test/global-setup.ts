import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../platform/database/embedded.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createDatabase, createPool } from '../platform/database/pool.ts';
import { importInstitute } from './institute.ts';
import { startPooler } from './pooler.ts';

interface TestConnection {
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated database. A connection to it waits for copies of it, and they for the connection. */
    postgres: TestConnection;
    /** A database that is not copied. */
    maintenance: TestConnection;
    /** The port of PgBouncer in transaction mode, where the tests run through it. */
    pooler: number | null;
    /** The name of one that has the test institute, too: most tests begin with it. */
    institute: string;
  }
}

/** One PostgreSQL for all test files; each copies the migrated database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'attendance-test-'));
  // The database's own user needs access when the tests run as root.
  await chmod(folder, 0o755);
  const embedded = await startEmbedded(folder);
  const pool = createPool(embedded.connection, 2, console.error);
  // Hundreds of copies of the database, removed at the end: nothing of them has to survive a power failure.
  // Nor to be vacuumed: a worker would start for each of them, again and again.
  for (const name of ['fsync', 'full_page_writes', 'autovacuum'])
    await pool.query(`alter system set ${name} = off`);
  // A test that fails with an open transaction would keep those that follow the history waiting.
  await pool.query("alter system set idle_in_transaction_session_timeout = '30s'");
  await pool.query('select pg_reload_conf()');
  const database = createDatabase(pool);
  await migrate(database);
  await database.destroy();
  project.provide('postgres', { ...embedded.connection });
  project.provide('maintenance', { ...embedded.connection, database: 'postgres' });
  project.provide('institute', await institutesTemplate(embedded.connection));
  const pooler = process.env.THROUGH_POOLER
    ? await startPooler(embedded.connection, 'transaction')
    : null;
  project.provide('pooler', pooler?.port ?? null);
  return async () => {
    pooler?.stop();
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

async function institutesTemplate(
  connection: Awaited<ReturnType<typeof startEmbedded>>['connection'],
): Promise<string> {
  const name = 'institute';
  const server = createPool({ ...connection, database: 'postgres' }, 1, console.error);
  await server.query(`create database ${name} template ${connection.database}`);
  await server.end();
  const database = createDatabase(createPool({ ...connection, database: name }, 1, console.error));
  await importInstitute(database);
  await database.destroy();
  return name;
}
