import type pg from 'pg';
import { SetupError } from '../setup-error.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { createDatabase, createPool, type Connection, type Database, type PoolOptions } from './pool.ts';

export interface OpenDatabase {
  pool: pg.Pool;
  database: Database;
  connection: Connection;
  /** Closes the connections and stops the embedded database when nobody else uses it. */
  close(): Promise<void>;
  /** The latter alone, for who has closed the connections. */
  stop(): Promise<void>;
}

/** Connects to `DATABASE_URL`, or starts the embedded database in the data folder, and migrates, unless it is taken `asItIs`. */
export async function openDatabase(
  options: { databaseUrl?: string; dataDir: string; poolSize: number; asItIs?: boolean } & PoolOptions,
  say: (line: string) => void,
): Promise<OpenDatabase> {
  const embedded = options.databaseUrl ? null : await startEmbedded(options.dataDir, say);
  const connection = options.databaseUrl ?? embedded!.connection;
  const lost = (error: Error) => say(`A database connection was lost: ${error.message}`);
  const pool = createPool(connection, options.poolSize, lost, { longestMs: options.longestMs });
  const database = createDatabase(pool);
  const stop = async () => embedded?.stop();
  const close = async () => {
    await database.destroy();
    // Which ends the pool only if it was used.
    if (!pool.ended) await pool.end();
    await stop();
  };
  try {
    await pool.query('select 1').catch((error: Error) => {
      throw new SetupError(`DATABASE_URL cannot be reached: ${error.message}`);
    });
    // However long it takes.
    if (!options.asItIs) {
      await using unhurried = createDatabase(createPool(connection, 1, lost));
      await migrate(unhurried);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, database, connection, close, stop };
}
