import type { Database } from '#server/platform/database/pool.ts';
import { saveProgress, type ClaimedRun } from './store.ts';

/** At most twice a second. */
const intervalMs = 500;

/** Stores how far a run is; what is reported in between is skipped. */
export function createProgress(database: Database, run: Pick<ClaimedRun, 'id' | 'attempt'>) {
  let next = 0;
  let isStopped = false;
  let saving: Promise<void> = Promise.resolve();
  return {
    report(phase: string, done: number, total: number | null): void {
      if (isStopped || performance.now() < next) return;
      next = performance.now() + intervalMs;
      // What is not stored is seen a moment later; the work goes on.
      saving = saving
        .then(() => saveProgress(database, run, { phase, done, total }))
        .catch(() => {});
    },
    /** Waits for what is being stored: the row is locked afterwards. */
    async stop(): Promise<void> {
      isStopped = true;
      await saving;
    },
  };
}
