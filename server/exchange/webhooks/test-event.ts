import { sql } from 'kysely';
import type { WebhookDelivery } from '#contract/exchange/webhook.ts';
import type { AppContext } from '#server/app-context.ts';
import { notFound } from '#server/platform/http/api-error.ts';
import { attempt, type Outgoing } from './attempt.ts';
import { findDelivery } from './store.ts';

/**
 * Sends a test event at once, also of a disabled webhook, and logs how it ended. It is tried once, and a
 * failure does not count against the webhook.
 * @throws ApiError 404
 */
export async function sendTest(
  { database, clock, config, sealer }: Pick<AppContext, 'database' | 'clock' | 'config' | 'sealer'>,
  webhook: number,
): Promise<WebhookDelivery> {
  const now = clock.now().toString();
  const { rows } = await sql<Outgoing>`
    with made as (
      insert into webhook_delivery (webhook_id, event, subject, at, attempts, state, attempted_at, error)
      select w.id, 'test', 'test', ${now}::timestamptz, 1, 'failed', ${now}::timestamptz,
        'The server stopped before the answer.'
      from webhook w where w.id = ${webhook} for key share returning *
    )
    select m.id, m.message_id, m.event, m.student_id, m.class_schedule_id, m.date, m.at, m.attempts,
      w.url, w.secret, null as names
    from made m join webhook w on w.id = m.webhook_id`.execute(database);
  const [outgoing] = rows;
  if (!outgoing) throw notFound('This webhook');
  const { id, ok, code, ms, error } = await attempt(outgoing, {
    sealer,
    networks: config.webhookNetworks,
  });
  await database
    .updateTable('webhook_delivery')
    .set({ state: ok ? 'delivered' : 'failed', answer_code: code, duration_ms: ms, error })
    .where('id', '=', id)
    .execute();
  return findDelivery(database, id);
}
