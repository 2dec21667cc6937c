import pg from 'pg';
import { SetupError } from '../setup-error.ts';
import type { Connection } from './pool.ts';

/** The oldest PostgreSQL that is tried. */
export const oldestPostgres = 15;

/** @throws SetupError for a PostgreSQL that lacks what migrations and statements use. */
export function assertPostgres({ number, name }: { number: number; name: string }): void {
  if (number >= oldestPostgres * 10_000) return;
  throw new SetupError(
    `DATABASE_URL leads to PostgreSQL ${name}: Attendance needs ${oldestPostgres} or later.`,
  );
}

const rounds = 3;

/**
 * Whether a pooler in transaction mode stands between: two connections that are open at once then work in the same
 * process of the database, or one of them changes it. A pooler that is busy may hide it.
 */
export async function isPooledByTransaction(connection: Connection): Promise<boolean> {
  const target = typeof connection === 'string' ? { connectionString: connection } : connection;
  const clients = [new pg.Client(target), new pg.Client(target)];
  for (const client of clients) client.on('error', () => {});
  try {
    for (const client of clients) await client.connect();
    const seen = clients.map(() => new Set<number>());
    for (let round = 0; round < rounds; round++)
      for (const [at, client] of clients.entries()) {
        const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
        for (const { pid } of rows) seen[at]?.add(pid);
      }
    const [one = new Set(), other = new Set()] = seen;
    return one.size > 1 || other.size > 1 || !one.isDisjointFrom(other);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

/** What to do about a pooler that is not configured as one. */
export const pooledAdvice =
  'Set DATABASE_DIRECT_URL to the address of the database itself (docs/operations.md, More processes).';

/**
 * Settings of a connection and prepared statements would reach the wrong one.
 * @throws SetupError for a connection through a pooler in transaction mode.
 */
export async function assertDirect(connection: Connection, setting: string): Promise<void> {
  if (!(await isPooledByTransaction(connection))) return;
  throw new SetupError(`${setting} leads through a pooler in transaction mode. ${pooledAdvice}`);
}
