import { sql, type RawBuilder } from 'kysely';
import { limits } from '#contract/limits.ts';
import type { DeliveryState } from '#contract/exchange/webhook-terms.ts';
import type { Webhook, WebhookDelivery } from '#contract/exchange/webhook.ts';
import { oneRow } from '#server/platform/database/one-row.ts';
import type { Database } from '#server/platform/database/pool.ts';

export async function findWebhooks(
  database: Database,
  which: RawBuilder<unknown> = sql`true`,
): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`
    select w.id, w.name, w.url, w.kinds, w.with_names, u.name as created_by, w.created_at,
      case when w.disabled_at is not null then 'disabled'
        when w.failing_since is not null then 'failing' else 'active' end as state,
      w.failing_since, w.delivered_at, w.disabled_at, o.name as disabled_by,
      (select count(*) from webhook_delivery d where d.webhook_id = w.id and d.state = 'waiting')
        as waiting,
      (select count(*) from webhook_delivery d where d.webhook_id = w.id and d.state = 'failed'
        and d.event <> 'test')
        as failed
    from webhook w
    join app_user u on u.id = w.created_by
    left join app_user o on o.id = w.disabled_by
    where ${which}
    order by lower(w.name), w.id limit ${limits.mostRows}`.execute(database);
  return rows;
}

export const findWebhook = async (database: Database, id: number): Promise<Webhook | undefined> =>
  (await findWebhooks(database, sql`w.id = ${id}`))[0];

const deliveryColumns = sql`
  d.id, d.message_id, d.event, d.student_id as student, d.class_schedule_id as class_schedule, d.date,
  d.at, d.state, d.attempts, d.attempted_at, d.answer_code, d.duration_ms, d.error, d.next_at`;

/** A page of the log, the newest event first. */
export async function findDeliveries(
  database: Database,
  webhook: number,
  { state, limit, page }: { state?: DeliveryState | undefined; limit: number; page: number },
): Promise<{ results: WebhookDelivery[]; total: number }> {
  const where = sql`d.webhook_id = ${webhook} ${state ? sql`and d.state = ${state}` : sql``}`;
  const { rows } = await sql<WebhookDelivery>`
    select ${deliveryColumns} from webhook_delivery d where ${where}
    order by d.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(database);
  const counted = await sql<{ total: number }>`
    select count(*) as total from webhook_delivery d where ${where}`.execute(database);
  return { results: rows, total: oneRow(counted).total };
}

export async function findDelivery(database: Database, id: number): Promise<WebhookDelivery> {
  return oneRow(
    await sql<WebhookDelivery>`
      select ${deliveryColumns} from webhook_delivery d where d.id = ${id}`.execute(database),
  );
}

/**
 * Lets events be sent again, with the ids that they have, in their order.
 * @returns the number of events.
 */
export async function replay(
  database: Database,
  webhook: number,
  which: { deliveries?: number[] | undefined; failed_since?: string | undefined },
): Promise<number> {
  const chosen = which.deliveries
    ? sql`id = any(${which.deliveries}::bigint[]) and state <> 'waiting'`
    : sql`state = 'failed' and at >= ${which.failed_since ?? null}::timestamptz`;
  const { numAffectedRows } = await sql`
    update webhook_delivery set state = 'waiting', attempts = 0, next_at = null, leased_until = null,
      error = null
    where webhook_id = ${webhook} and event <> 'test' and ${chosen}`.execute(database);
  return Number(numAffectedRows ?? 0);
}
