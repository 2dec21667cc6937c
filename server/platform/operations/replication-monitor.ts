import type { Database } from '../database/pool.ts';
import { replicationOf, type Replication } from '../database/replication.ts';

/** Watches whether the database is copied as the institute expects. */
export interface ReplicationMonitor {
  expected: Replication;
  /** What is copied, at most five seconds old; null while the database is away. */
  current(): Promise<Replication | null>;
}

const freshMs = 5000;

export function createReplicationMonitor(
  database: Database,
  expected: Replication,
): ReplicationMonitor {
  let read: { at: number; found: Promise<Replication | null> } | null = null;
  return {
    expected,
    current() {
      if (!read || performance.now() - read.at > freshMs)
        read = { at: performance.now(), found: replicationOf(database).catch(() => null) };
      return read.found;
    },
  };
}
