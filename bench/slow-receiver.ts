import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/pool.ts';

/** As long as an answer takes: with a hundred requests at a time, a hundred a second. */
const answerMs = 1000;

/** Events that wait from the beginning, so that there is always one to send. */
const backlog = 50_000;

/**
 * A webhook for marks whose receiver is slow. Every tap is an event; more wait than are sent.
 * @returns what lets it run and stops it, and how many requests a second it got while it ran.
 */
export async function addSlowReceiver(
  base: string,
  headers: Record<string, string>,
  database: Database,
) {
  let received = 0;
  let ranMs = 0;
  let since = 0;
  const server = createServer((request, response) => {
    received++;
    request.resume();
    setTimeout(() => response.writeHead(204).end(), answerMs);
  }).listen(0, '127.0.0.1');
  await new Promise((ready) => server.once('listening', ready));
  const { port } = server.address() as AddressInfo;
  const added = await fetch(`${base}/api/v2/attendance/webhooks/create/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Slow', url: `http://127.0.0.1:${port}/`, kinds: ['marks'] }),
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
      // Until a hundred are under way.
      await pause(2 * answerMs);
      since = performance.now();
      received = 0;
    },
    async stop(): Promise<number> {
      ranMs = performance.now() - since;
      const rate = (received / ranMs) * 1000;
      await run(false);
      // What is under way ends.
      await pause(2 * answerMs);
      return rate;
    },
    close: () => server.close(),
  };
}
