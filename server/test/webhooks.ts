import type { WebhookKind } from '#contract/exchange/webhook-terms.ts';
import { createDispatcher, type DispatcherOptions } from '#server/exchange/webhooks/dispatcher.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/database/pool.ts';
import type { TestSchool } from './test-school.ts';
import { transactionsOver } from './transactions-over.ts';

export const webhookSettings = { WEBHOOK_NETWORKS: '127.0.0.1' };

/** What sends events of the school's webhooks, as a process has it. */
export function dispatcherOf(school: TestSchool, options: Partial<DispatcherOptions> = {}) {
  const { database, clock, sealer, config } = school.context;
  const dispatcher = createDispatcher({
    database,
    clock,
    sealer,
    networks: config.webhookNetworks,
    // Delays without jitter.
    random: () => 0.5,
    ...options,
  });
  return { ...dispatcher, database };
}

type TestDispatcher = ReturnType<typeof dispatcherOf>;

/** Sends the events of all marks that were made before, and whatever else is due. */
export async function sendAll(dispatcher: TestDispatcher): Promise<void> {
  await transactionsOver(dispatcher.database);
  await sendDue(dispatcher);
}

/** Sends what is due, until nothing is. */
export async function sendDue(dispatcher: TestDispatcher): Promise<void> {
  for (;;) {
    const { begun } = await dispatcher.step();
    await dispatcher.finish();
    if (begun === 0) return;
  }
}

/** Adds a webhook by the API. */
export async function addWebhookTo(
  school: TestSchool,
  url: string,
  kinds: WebhookKind[],
  more: { name?: string; with_names?: boolean } = {},
): Promise<{ id: number; secret: string }> {
  const made = await school.call('admin', 'POST', 'attendance/webhooks/create/', {
    name: `Receiver ${url} ${kinds.join()}`.slice(0, 60),
    url,
    kinds,
    ...more,
  });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  return made.body as { id: number; secret: string };
}

let events = 0;

/** Events as if these students were changed, in this order; the number at the end of each kind counts them. */
export async function addEventsTo(
  database: Database,
  webhook: number,
  students: number[],
): Promise<void> {
  for (const student of students)
    await sql`
      insert into webhook_delivery (webhook_id, event, subject, student_id, at)
      values (${webhook}, ${`student.changed ${++events}`}, ${`student ${student}`}, ${student},
        '2026-03-01T22:15:00Z')`.execute(database);
}
