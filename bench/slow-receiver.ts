import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

/** Until a hundred requests are under way, or none: twice the time of an answer. */
const settleMs = 2000;

/** Events that wait from the beginning, so that there is always one to send. */
const backlog = 50_000;

/**
 * A webhook whose receiver is slow; more events wait than are sent.
 * @param kind `marks`: every tap is an event as well; `students`: none is.
 * @returns what lets it run and stops it, and how many requests a second it got while it ran.
 */
export async function addSlowReceiver(
  base: string,
  headers: Record<string, string>,
  database: Database,
  kind: string,
) {
  const thread = new Worker(new URL('./slow-receiver-thread.ts', import.meta.url));
  const [port] = (await once(thread, 'message')) as [number];
  const count = async () => {
    thread.postMessage('count');
    const [received] = (await once(thread, 'message')) as [number];
    return received;
  };
  let before = 0;
  let since = 0;
  const added = await fetch(`${base}/api/v2/attendance/webhooks/create/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Slow', url: `http://127.0.0.1:${port}/`, kinds: [kind] }),
  });
  if (added.status !== 201) throw new Error(await added.text());
  await sql`
    insert into webhook_delivery (webhook_id, event, subject, student_id, at)
    select w.id, 'student.changed', 'student ' || n, n, now()
    from webhook w cross join generate_series(1, ${backlog}::int) n`.execute(database);
  const run = (isRunning: boolean) =>
    sql`update webhook set disabled_at = case when ${isRunning} then null else now() end`.execute(
      database,
    );
  await run(false);
  return {
    async start(): Promise<void> {
      await run(true);
      await pause(settleMs);
      since = performance.now();
      before = await count();
    },
    async stop(): Promise<number> {
      const rate = ((await count()) - before) / ((performance.now() - since) / 1000);
      await run(false);
      await pause(settleMs);
      return rate;
    },
    close: () => void thread.terminate(),
  };
}
