import type pg from 'pg';
import { SetupError } from '../setup-error.ts';
import { startEmbedded } from './embedded.ts';
import { assertMigrated, migrate } from './migrate.ts';
import {
  createDatabase,
  createPool,
  type Connection,
  type Database,
  type PoolOptions,
} from './pool.ts';

export interface OpenDatabase {
  pool: pg.Pool;
  database: Database;
  connection: Connection;
  /** Closes the connections, and stops the embedded database unless another process uses it. */
  close(): Promise<void>;
  /** Stops the embedded database only. */
  stop(): Promise<void>;
}

export interface OpenOptions extends PoolOptions {
  databaseUrl?: string | undefined;
  dataDir: string;
  poolSize: number;
  /** False: the database has to be migrated already. */
  migrateOnStart?: boolean;
  /** Neither migrates nor checks, for backup and restore. */
  asItIs?: boolean;
}

/**
 * Connects to `DATABASE_URL`, or starts the embedded database in the data folder, and migrates it.
 * @throws SetupError when the database cannot be reached, or does not fit this version.
 */
export async function openDatabase(
  options: OpenOptions,
  log: (line: string) => void,
): Promise<OpenDatabase> {
  const server = options.databaseUrl
    ? { connection: options.databaseUrl, stop: async () => {} }
    : await startEmbedded(options.dataDir, log);
  const { connection } = server;
  const stop = () => server.stop();
  const lost = (error: Error) => log(`A database connection was lost: ${error.message}`);
  const pool = createPool(connection, options.poolSize, lost, {
    statementTimeoutMs: options.statementTimeoutMs,
  });
  const database = createDatabase(pool);
  const close = async () => {
    await database.destroy();
    // `destroy` ends the pool only if it was used.
    if (!pool.ended) await pool.end();
    await stop();
  };
  try {
    await pool.query('select 1').catch((error: Error) => {
      throw new SetupError(`DATABASE_URL cannot be reached: ${error.message}`);
    });
    if (!options.asItIs && options.migrateOnStart === false) {
      await assertMigrated(database);
    } else if (!options.asItIs) {
      // However long it takes.
      await using migrationPool = createDatabase(createPool(connection, 1, lost));
      await migrate(migrationPool);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, database, connection, close, stop };
}
