import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type LogEvent } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

/** The one way into the database. */
export type Database = Kysely<Tables>;

/** A connection string, or what `pg` needs to reach the embedded database. */
export type Connection = string | { host: string; port: number; user: string; database: string; password?: string };

const { builtins } = pg.types;
const types = new pg.TypeOverrides();
types.setTypeParser(builtins.INT8, Number);
types.setTypeParser(builtins.DATE, (text) => text);
types.setTypeParser(builtins.TIME, (text) => text.slice(0, 5));
types.setTypeParser(builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());

/**
 * Begins a statement whose best plan depends on its values (a search that finds nobody or everybody): it is planned
 * anew each time, instead of once for all values.
 */
export const plannedAnew = '/* planned anew */';

const names = new Map<string, string>();

/** Statements are prepared once per connection: planning a list's joins costs more than running them. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url');
    if (names.size < 2000) names.set(text, name);
  }
  return name;
}

class NamingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // A connection that is lost in the middle of a query fails that query; the event alone would end the process.
    this.on('error', () => {});
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- pg's query has a dozen overloads; only the plain one is touched.
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    const plain = typeof text === 'string' && Array.isArray(values) && values.length > 0 && !text.startsWith(plannedAnew);
    const given = plain ? [{ name: nameOf(text), text, values }, ...rest] : args;
    return super.query(...(given as [string]));
  }
}

export interface PoolOptions {
  /** What runs longer is stopped, in milliseconds; without it nothing is. */
  longestMs?: number;
}

/**
 * @param size how many connections at the most.
 * @param onError told of connections lost while idle (the database restarted); the pool opens new ones.
 */
export function createPool(connection: Connection, size: number, onError: (error: Error) => void, { longestMs }: PoolOptions = {}): pg.Pool {
  const target = typeof connection === 'string' ? { connectionString: connection } : connection;
  const pool = new pg.Pool({
    ...target,
    max: size,
    types,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Where the database cannot be heard any more, this side gives up a little later than the database would.
    ...(longestMs && { query_timeout: longestMs + 5000 }),
    Client: NamingClient,
  });
  pool.on('error', onError);
  // The database stops the statement. Set after connecting: a pooler in front refuses it as a parameter of the connection.
  if (longestMs) pool.on('connect', (client) => void client.query(`set statement_timeout = ${longestMs}`).catch(onError));
  return pool;
}

export function createDatabase(pool: pg.Pool, log?: (event: LogEvent) => void): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log });
}
