import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type LogEvent } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

/** Access to the database. */
export type Database = Kysely<Tables>;

/** A connection string, or what `pg` needs to reach the embedded database. */
export type Connection =
  | string
  | { host: string; port: number; user: string; database: string; password?: string };

const { builtins } = pg.types;
const types = new pg.TypeOverrides();
types.setTypeParser(builtins.INT8, Number);
const int8Array = 1016;
/** Of `{1,2,NULL}`. */
const readNumbers = (text: string) =>
  text === '{}'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((value) => (value === 'NULL' ? null : Number(value)));
types.setTypeParser(int8Array, readNumbers);
types.setTypeParser(builtins.DATE, (text) => text);
types.setTypeParser(builtins.TIME, (text) => text.slice(0, 5));
types.setTypeParser(builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString());

/**
 * Prefix of a statement whose best plan depends on its values: it is planned for each execution,
 * instead of once.
 */
export const forceCustomPlan = '/* custom plan */';
/** Those need no prefix: few or many rows match their words. */
const searches = / like \$\d/;

const names = new Map<string, string | undefined>();

/**
 * Statements are prepared once per connection: planning a list's joins costs more than running
 * them. Those that are planned for their values have no name.
 */
function nameOf(text: string): string | undefined {
  if (names.has(text)) return names.get(text);
  const name =
    text.startsWith(forceCustomPlan) || searches.test(text)
      ? undefined
      : createHash('sha1').update(text).digest('base64url');
  if (names.size < 2000) names.set(text, name);
  return name;
}

class LosableClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // A connection that is lost in the middle of a query fails that query; the event alone would
    // end the process.
    this.on('error', () => {});
  }
}

class NamingClient extends LosableClient {
  // oxlint-disable-next-line typescript/no-explicit-any -- pg's query has a dozen overloads.
  override query(...args: any[]): any {
    const [text, values, ...rest] = args;
    const plain = typeof text === 'string' && Array.isArray(values) && values.length > 0;
    const given = plain ? [{ name: nameOf(text), text, values }, ...rest] : args;
    return super.query(...(given as [string]));
  }
}

/** Refused by a database on a system that cannot see a closed connection. */
const watchClient = `do $$ begin set client_connection_check_interval = '2s';
  exception when others then null; end $$`;

/** The most that a statement writes to temporary files, where the database lets us set it. */
const limitTemporary = (megabytes: number) => `do $$ begin set temp_file_limit = '${megabytes}MB';
  exception when others then null; end $$`;

export interface PoolOptions {
  /** Statement timeout, in milliseconds; none by default. */
  statementTimeoutMs?: number;
  /** What the database lists its connections as. */
  applicationName?: string;
  /**
   * For a thread that may be ended at any time: a statement ends seconds after its client has, with its
   * locks, instead of going on to its end.
   */
  endsWithClient?: boolean;
  /**
   * The size of temporary files of a connection, in megabytes. Only a superuser sets it, as of the embedded
   * database, or who was granted it.
   */
  temporaryMb?: number;
  /**
   * How long a statement waits for what another transaction holds, in milliseconds; for ever by default. Who
   * waits keeps a connection that everybody else needs.
   */
  lockTimeoutMs?: number;
  /**
   * A pooler in transaction mode stands between: each transaction may get another connection of the
   * database, so that nothing is set on one and no statement is prepared by name. The time-out is then
   * that of the database's user or of the pooler, and this side's a little later.
   */
  perTransaction?: boolean;
  /** Makes a client whose statements are traced. */
  traced?: ((base: typeof pg.Client) => typeof pg.Client) | undefined;
}

/**
 * @param size maximum number of connections.
 * @param onError called for connections that are lost while idle (the database restarted); the pool
 * opens new ones.
 */
export function createPool(
  connection: Connection,
  size: number,
  onError: (error: Error) => void,
  {
    statementTimeoutMs,
    lockTimeoutMs,
    applicationName,
    endsWithClient,
    temporaryMb,
    perTransaction = false,
    traced,
  }: PoolOptions = {},
): pg.Pool {
  // A list with a second processor would take taps theirs.
  const settings = [
    'set max_parallel_workers_per_gather = 0',
    // The database stops the statement.
    ...(statementTimeoutMs ? [`set statement_timeout = ${statementTimeoutMs}`] : []),
    ...(lockTimeoutMs ? [`set lock_timeout = ${lockTimeoutMs}`] : []),
    ...(applicationName ? [`set application_name = ${pg.escapeLiteral(applicationName)}`] : []),
    ...(endsWithClient ? [watchClient] : []),
    ...(temporaryMb ? [limitTemporary(temporaryMb)] : []),
  ].join('; ');
  const target = typeof connection === 'string' ? { connectionString: connection } : connection;
  const Client = perTransaction ? LosableClient : NamingClient;
  const pool = new pg.Pool({
    ...target,
    max: size,
    types,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // If the database does not respond, this side times out a little later than the database would.
    ...(statementTimeoutMs && { query_timeout: statementTimeoutMs + 5000 }),
    // Set after connecting, before the first statement: a pooler in front refuses them as parameters
    // of the connection.
    ...(!perTransaction && {
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it; its types do not say so.
      onConnect: async (client: pg.ClientBase) => void (await client.query(settings)),
    }),
    Client: traced?.(Client) ?? Client,
  });
  pool.on('error', onError);
  return pool;
}

export function createDatabase(pool: pg.Pool, log?: (event: LogEvent) => void): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log });
}
