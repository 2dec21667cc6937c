import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../platform/database/pool.ts';

const pauseMs = 20;

/**
 * Waits until all transactions that are open now are over, those of other tests on the same cluster
 * too: what follows the history by transactions reads it up to the first open one.
 */
export async function transactionsOver(database: Database): Promise<void> {
  const read = async () => {
    const { rows } = await sql<{ open: string; next: string }>`
      select pg_snapshot_xmin(pg_current_snapshot())::text as open,
        pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(database);
    return { open: BigInt(rows[0]?.open ?? 0), next: BigInt(rows[0]?.next ?? 0) };
  };
  const { next } = await read();
  while ((await read()).open < next) await pause(pauseMs);
}
