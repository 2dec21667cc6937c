import type { Readable } from 'node:stream';
import type { RawBuilder } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Connection, Database } from './pool.ts';

/**
 * The rows of a query as CSV lines without a heading, as fast as the database writes them; nothing of them is kept
 * here. It runs on a connection of its own, so that long exports leave the others to everybody else.
 */
export async function copyOut(connection: Connection, database: Database, query: RawBuilder<unknown>): Promise<Readable> {
  const { sql, parameters } = query.compile(database);
  if (parameters.length) throw new Error('A COPY takes no parameters: write the checked values out.');
  const client = new pg.Client(typeof connection === 'string' ? { connectionString: connection } : connection);
  // A lost connection fails the stream; the event alone would end the process.
  client.on('error', () => {});
  await client.connect();
  const lines = client.query(copyTo(`copy (${sql}) to stdout with (format csv)`));
  lines.once('close', () => void client.end().catch(() => {}));
  return lines;
}
