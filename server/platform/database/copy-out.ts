import { Readable } from 'node:stream';
import type { RawBuilder } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Connection, Database } from './pool.ts';

/**
 * The rows of one query after the other as CSV lines without a heading, as fast as the database writes them; nothing
 * of them is kept here. They run on a connection of their own, so that long exports leave the others to everybody
 * else, and all of them see the data of one moment.
 */
export function copyOut(connection: Connection, database: Database, queries: Iterable<RawBuilder<unknown>>): Readable {
  return Readable.from(linesOf(connection, database, queries), { objectMode: false });
}

async function* linesOf(connection: Connection, database: Database, queries: Iterable<RawBuilder<unknown>>): AsyncGenerator<Buffer> {
  const client = new pg.Client(typeof connection === 'string' ? { connectionString: connection } : connection);
  // A lost connection fails the stream; the event alone would end the process.
  client.on('error', () => {});
  await client.connect();
  let whole = false;
  try {
    // One core is left to everybody else; what is sorted stays in memory.
    await client.query("set max_parallel_workers_per_gather = 0; set work_mem = '48MB'; begin isolation level repeatable read read only");
    for (const query of queries) {
      const { sql, parameters } = query.compile(database);
      if (parameters.length) throw new Error('A COPY takes no parameters: write the checked values out.');
      yield* client.query(copyTo(`copy (${sql}) to stdout with (format csv)`)) as AsyncIterable<Buffer>;
    }
    whole = true;
  } finally {
    // Whoever stops reading in the middle cannot say good-bye to a server that is still writing.
    if (whole) await client.end();
    else client.connection.stream.destroy();
  }
}
