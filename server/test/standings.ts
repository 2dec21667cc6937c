import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { createFollower } from '#server/standing/standing/follow.ts';
import type { TestSchool } from './test-school.ts';

const pauseMs = 20;

/**
 * Lets the standings follow everything that is committed now. Transactions of other tests on the same
 * cluster may hold a step back, so that one is not enough.
 * @returns a function that follows, and returns how many students were computed again.
 */
export function standingsOf({ context }: Pick<TestSchool, 'context'>): () => Promise<number> {
  const step = createFollower(context);
  const position = async () => {
    const { rows } = await sql<{ next: string; done: string | null }>`
      select pg_snapshot_xmax(pg_current_snapshot())::text as next,
        (select history_xid::text from standing_progress) as done`.execute(context.database);
    return { next: BigInt(rows[0]!.next), done: BigInt(rows[0]!.done ?? 0) };
  };
  return async () => {
    const { next } = await position();
    let students = 0;
    for (;;) {
      const done = await step();
      students += done.students;
      const { done: reached } = await position();
      if (!done.more && reached >= next) return students;
      if (!done.more) await pause(pauseMs);
    }
  };
}
