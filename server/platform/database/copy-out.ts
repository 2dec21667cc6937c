import { Readable } from 'node:stream';
import type { RawBuilder } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Connection, Database } from './pool.ts';

/**
 * Streams the rows of consecutive queries as CSV lines without a heading, with PostgreSQL's COPY.
 * Uses its own connection, so that long exports do not occupy the pool, and one snapshot for all
 * queries.
 */
export function copyOut(
  connection: Connection,
  database: Database,
  queries: Iterable<RawBuilder<unknown>>,
): Readable {
  return Readable.from(linesOf(connection, database, queries), { objectMode: false });
}

async function* linesOf(
  connection: Connection,
  database: Database,
  queries: Iterable<RawBuilder<unknown>>,
): AsyncGenerator<Buffer> {
  const snapshot = await openSnapshot(connection, database);
  let whole = false;
  try {
    for (const query of queries) yield* snapshot.linesOf(query);
    whole = true;
  } finally {
    await snapshot.close(whole);
  }
}

/** One view of the database for several files, on a connection of its own. */
export interface Snapshot {
  /** The rows as CSV lines without a heading; one query after the other. */
  linesOf(query: RawBuilder<unknown>): AsyncIterable<Buffer>;
  /** @param whole whether everything was read. */
  close(whole: boolean): Promise<void>;
}

export async function openSnapshot(connection: Connection, database: Database): Promise<Snapshot> {
  const client = new pg.Client(
    typeof connection === 'string' ? { connectionString: connection } : connection,
  );
  // A lost connection fails the stream; an unhandled error event would end the process.
  client.on('error', () => {});
  await client.connect();
  const close = async (whole: boolean) => {
    // An aborted reader cannot end the COPY protocol while the server is still sending.
    if (whole) await client.end();
    else client.connection.stream.destroy();
  };
  try {
    // One core is left for other queries; sorts stay in memory.
    await client.query(
      "set max_parallel_workers_per_gather = 0; set work_mem = '48MB'; begin isolation level repeatable read read only",
    );
  } catch (error) {
    await close(false);
    throw error;
  }
  return {
    linesOf(query) {
      const { sql, parameters } = query.compile(database);
      if (parameters.length)
        throw new Error('A COPY takes no parameters: write the checked values out.');
      return client.query(
        copyTo(`copy (${sql}) to stdout with (format csv)`),
      ) as AsyncIterable<Buffer>;
    },
    close,
  };
}
