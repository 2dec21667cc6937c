import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Connection } from '#server/platform/database/pool.ts';

/** A thousand copies, of 13 MB each, would take the memory that the tests' databases are in. */
export async function dropCopy({
  database,
  ...server
}: Exclude<Connection, string>): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    await client.query(`drop database ${database} with (force)`);
  } finally {
    await client.end();
  }
}

/** A new database, copied from a template: by default the migrated one. */
export async function copyOfTemplate(
  from: string = inject('postgres').database,
): Promise<Exclude<Connection, string>> {
  const template = inject('postgres');
  const name = `school_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ ...template, database: 'postgres' });
  await client.connect();
  try {
    // Concurrent copies fail in PostgreSQL, and are retried.
    for (let tries = 0; ; tries++) {
      try {
        await client.query(`create database ${name} template ${from}`);
        break;
      } catch (error) {
        if ((error as { code?: string }).code !== '55006' || tries > 50) throw error;
        await client.query('select pg_sleep(0.05)');
      }
    }
  } finally {
    await client.end();
  }
  return { ...template, database: name };
}
