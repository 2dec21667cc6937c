import { sql } from 'kysely';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { attempt, type Attempted, type Sending } from './attempt.ts';
import { createMarkFollower } from './follow-marks.ts';
import { claimDue, disableOverfull, maxAtOnce, settle } from './queue.ts';

export interface DispatcherOptions extends Sending {
  database: Database;
  clock: Pick<Clock, 'now'>;
  /** For tests: from 0 to 1. */
  random?: () => number;
}

/** Sends events of webhooks; every process on the database has one. */
interface Dispatcher {
  /** @returns requests that are under way, and those of this step. */
  step(): Promise<{ running: number; begun: number }>;
  /** Waits for requests that are under way, and writes down how they ended. */
  finish(): Promise<void>;
}

/** How often the number of waiting events is looked at. */
const countEveryMs = 30_000;

/**
 * One step turns marks into events, writes down how requests ended, and sends what is due. What it
 * writes need not reach the disk at once: after a crash an event is sent again, with the same id.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { database, clock, random } = options;
  const followMarks = createMarkFollower(database);
  const running = new Set<Promise<void>>();
  let ended: Attempted[] = [];
  let countedAt = -Infinity;
  const now = () => clock.now().toString();
  const withoutFlush = <Result>(work: (trx: Database) => Promise<Result>) =>
    inTransaction(database, async (trx) => {
      await sql`set local synchronous_commit = off`.execute(trx);
      return work(trx);
    });

  async function writeDown(): Promise<void> {
    const taken = ended;
    if (taken.length === 0) return;
    ended = [];
    await withoutFlush((trx) => settle(trx, taken, { now: now(), random })).catch(
      (error: unknown) => {
        // With the next step: their leases have not ended.
        ended.push(...taken);
        throw error;
      },
    );
  }

  return {
    async step() {
      const isIdle = running.size === 0 && ended.length === 0;
      if (isIdle && !(await anyInUse(database))) return { running: 0, begun: 0 };
      await followMarks();
      await writeDown();
      if (performance.now() - countedAt > countEveryMs) {
        countedAt = performance.now();
        await disableOverfull(database, now());
      }
      const limit = maxAtOnce - running.size;
      const due =
        limit > 0 ? await withoutFlush((trx) => claimDue(trx, { now: now(), limit })) : [];
      for (const outgoing of due) {
        const request = attempt(outgoing, options).then((outcome) => {
          ended.push(outcome);
          running.delete(request);
        });
        running.add(request);
      }
      return { running: running.size, begun: due.length };
    },
    async finish() {
      await Promise.all(running);
      await writeDown();
    },
  };
}

/** Most institutes have none: one query a second, and no transaction. */
async function anyInUse(database: Database): Promise<boolean> {
  const found = await database
    .selectFrom('webhook')
    .select('id')
    .where('disabled_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
