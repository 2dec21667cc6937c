import { sql } from 'kysely';
import { oneRow } from './one-row.ts';
import type { Database } from './pool.ts';

/** From none to a copy that has each change before it is answered. */
export const replications = ['none', 'asynchronous', 'synchronous'] as const;
export type Replication = (typeof replications)[number];

/**
 * What is copied at this moment: `synchronous` when the database waits for a copy before it answers,
 * `asynchronous` when there is one that may be behind.
 */
export async function replicationOf(database: Database): Promise<Replication> {
  const found = oneRow(
    await sql<{ copies: boolean; waits: boolean }>`
      select exists (select from pg_stat_replication) as copies,
        current_setting('synchronous_standby_names') <> ''
          and current_setting('synchronous_commit') in ('on', 'remote_write', 'remote_apply')
          as waits`.execute(database),
  );
  if (!found.copies) return 'none';
  return found.waits ? 'synchronous' : 'asynchronous';
}

/** Whether there is at least the replication that is expected. */
export const isReplicatedAs = (found: Replication, expected: Replication): boolean =>
  replications.indexOf(found) >= replications.indexOf(expected);
