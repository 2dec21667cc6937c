import type pg from 'pg';
import { createOutageLog, type OutageLog } from '../operations/outages.ts';
import { SetupError } from '../setup-error.ts';
import { assertDirect, assertPostgres } from './suitable.ts';
import { startEmbedded } from './embedded.ts';
import { assertMigrated, migrate, migrationsAhead } from './migrate.ts';
import {
  createDatabase,
  createPool,
  type Connection,
  type Database,
  type PoolOptions,
} from './pool.ts';

interface OpenDatabase {
  pool: pg.Pool;
  database: Database;
  /** The way to the database itself, around a pooler: for LISTEN, jobs, and what takes long. */
  connection: Connection;
  outages: OutageLog;
  /** Closes the connections, and stops the embedded database unless another process uses it. */
  close(): Promise<void>;
  /** Stops the embedded database only. */
  stop(): Promise<void>;
}

interface OpenOptions extends PoolOptions {
  databaseUrl?: string | undefined;
  /** The way around the pooler in transaction mode to which `databaseUrl` leads. */
  databaseDirectUrl?: string | undefined;
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
  const { databaseUrl, databaseDirectUrl } = options;
  const server = databaseUrl
    ? { connection: databaseDirectUrl ?? databaseUrl, stop: async () => {} }
    : await startEmbedded(options.dataDir, log);
  const { connection } = server;
  const stop = () => server.stop();
  const lost = (error: Error) => outages.report('A database connection was lost', error);
  const { statementTimeoutMs, lockTimeoutMs } = options;
  // Commands go around the pooler: they may take long.
  const isPooled = databaseDirectUrl !== undefined && statementTimeoutMs !== undefined;
  const pool = createPool(
    isPooled && databaseUrl ? databaseUrl : connection,
    options.poolSize,
    lost,
    {
      statementTimeoutMs,
      lockTimeoutMs,
      perTransaction: isPooled,
      traced: options.traced,
    },
  );
  const outages = createOutageLog({ log, probe: () => assertWritable(pool) });
  const database = createDatabase(pool);
  const close = async () => {
    outages.stop();
    await database.destroy();
    // `destroy` ends the pool only if it was used.
    if (!pool.ended) await pool.end();
    await stop();
  };
  try {
    await pool.query('select 1').catch((error: Error) => {
      throw new SetupError(`DATABASE_URL cannot be reached: ${error.message}`, ...hintOn(error));
    });
    if (!options.asItIs) await assertVersion(pool);
    // Which of the two: commands go around the pooler, too.
    if (databaseUrl && !options.asItIs)
      await assertDirect(connection, databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL');
    if (isPooled) await assertTimeout(pool);
    if (!options.asItIs && options.migrateOnStart === false) {
      await assertMigrated(database);
    } else if (!options.asItIs) {
      // However long it takes.
      await using migrationPool = createDatabase(createPool(connection, 1, lost));
      await migrate(migrationPool);
    }
    const ahead = options.asItIs ? '' : await migrationsAhead(database);
    if (ahead)
      log(`The database was migrated by the next release (${ahead}): upgrade this one, too.`);
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, database, connection, outages, close, stop };
}

async function assertVersion(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ number: number; name: string }>(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
  );
  rows.forEach(assertPostgres);
}

/** After a failover a copy may answer for a moment, which takes no changes. */
async function assertWritable(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ value: string }>(
    "select current_setting('transaction_read_only') as value",
  );
  if (rows[0]?.value !== 'off') throw new Error('The database takes no changes.');
}

const hintOn = ({ message }: Error): string[] =>
  message.includes('does not support SSL')
    ? [
        'A connection to another computer is encrypted: give the database a certificate, or end the address with ?sslmode=disable where the network is private.',
      ]
    : [];

/** @throws SetupError when statements could run without end. */
async function assertTimeout(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ timeout: string }>(
    "select current_setting('statement_timeout') as timeout",
  );
  if (rows[0]?.timeout !== '0') return;
  throw new SetupError(
    'Behind a pooler in transaction mode (DATABASE_DIRECT_URL is set) the time-out of statements is that of the database’s user, which has none.',
    "Give it one: alter role … set statement_timeout = '60s'; set max_parallel_workers_per_gather = 0 there, too.",
  );
}
