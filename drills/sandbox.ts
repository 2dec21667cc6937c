import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '#server/platform/database/open.ts';
import type { Connection } from '#server/platform/database/pool.ts';
import {
  demoToken,
  freePort,
  startServer,
  type ServerProcess,
} from '#server/test/server-process.ts';

export const date = '2026-11-18';

/** A temporary data folder with the demo institute, and the servers that run on it. */
export interface Sandbox {
  dataDir: string;
  /** A direct connection to the database, whatever proxy the servers use. */
  connection(): Promise<Exclude<Connection, string>>;
  start(options?: { port?: number; env?: Record<string, string> }): Promise<ServerProcess>;
  token(server: ServerProcess): Promise<string>;
  remove(): void;
}

/** @param within an existing folder instead of a temporary one. */
export function createSandbox(within?: string): Sandbox {
  const folder = within ?? mkdtempSync(join(tmpdir(), 'attendance-drill-'));
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  return {
    dataDir,
    async connection() {
      const opened = await openDatabase({ dataDir, poolSize: 1, asItIs: true }, () => {});
      await opened.pool.end();
      return opened.connection as Exclude<Connection, string>;
    },
    start: async ({ port, env } = {}) =>
      startServer({ dataDir, port: port ?? (await freePort()), ...(env && { env }) }),
    token: (server) => demoToken(dataDir, server.base, 'admin@demo.example', ['admin']),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export async function query<Row extends pg.QueryResultRow>(
  connection: Exclude<Connection, string>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client(connection);
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(text, values)).rows;
    } catch (error) {
      if (tries > 60) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    } finally {
      await client.end().catch(() => {});
    }
  }
}

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
export const percentile = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ??
  NaN;
