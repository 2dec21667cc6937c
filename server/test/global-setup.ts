import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../platform/database/embedded.ts';
import { migrate } from '../platform/database/migrate.ts';
import { createDatabase, createPool } from '../platform/database/pool.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; database: string; password?: string };
  }
}

/** One real PostgreSQL for all test files; each takes a copy of the migrated database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'attendance-test-'));
  // The database's own user must get in when the tests run as root.
  await chmod(folder, 0o755);
  const embedded = await startEmbedded(folder);
  const pool = createPool(embedded.connection, 2, console.error);
  const database = createDatabase(pool);
  await migrate(database);
  await database.destroy();
  project.provide('postgres', { ...embedded.connection });
  return async () => {
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
