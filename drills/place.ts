import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../server/platform/database/open.ts';
import type { Connection } from '../server/platform/database/pool.ts';
import { demoToken, freePort, startServer, type ServerProcess } from '../server/test/server-process.ts';

export const date = '2026-11-18';

/** A data folder of a drill's own, with the demo institute in it. */
export interface Place {
  dataDir: string;
  /** Straight to the database, however the servers reach it. */
  connection(): Promise<Exclude<Connection, string>>;
  start(options?: { port?: number; env?: Record<string, string> }): Promise<ServerProcess>;
  token(server: ServerProcess): Promise<string>;
  clear(): void;
}

/** @param within an existing folder instead of a temporary one. */
export function openPlace(within?: string): Place {
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
    start: async ({ port, env } = {}) => startServer({ dataDir, port: port ?? (await freePort()), ...(env && { env }) }),
    token: (server) => demoToken(dataDir, server.base, 'admin@demo.example', ['admin']),
    clear: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
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

export const median = (values: number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
export const percentile = (values: number[], part: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? NaN;
