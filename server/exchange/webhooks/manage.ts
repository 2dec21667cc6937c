import { sql, type Updateable } from 'kysely';
import type {
  addWebhook as addEndpoint,
  changeWebhook as changeEndpoint,
  replayWebhookDeliveries,
} from '#contract/exchange/webhooks.endpoints.ts';
import { webhookLimits } from '#contract/exchange/webhook-terms.ts';
import type { Webhook } from '#contract/exchange/webhook.ts';
import type { AppContext } from '#server/app-context.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { errorDetail } from '#server/platform/error-details.ts';
import { ApiError, notFound, validationError } from '#server/platform/http/api-error.ts';
import type { CurrentUser } from '#server/platform/http/guard.ts';
import type { RequestBody } from '#server/platform/http/implement.ts';
import { assertTarget, RefusedAddress } from '#server/platform/outbound/request.ts';
import { beginMarks } from './follow-marks.ts';
import { failWaiting } from './queue.ts';
import { newWebhookSecret } from './sign.ts';
import { findWebhook, findWebhooks, replay } from './store.ts';

/** @throws ApiError 404 */
export async function readWebhook(database: Database, id: number): Promise<Webhook> {
  const webhook = await findWebhook(database, id);
  if (!webhook) throw notFound('This webhook');
  return webhook;
}

/** Adds a webhook with a new secret. */
export async function addWebhook(
  { database, clock, config, sealer }: AppContext,
  body: RequestBody<typeof addEndpoint>,
  user: CurrentUser,
): Promise<Webhook & { secret: string }> {
  assertAddress(config, body.url);
  const secret = newWebhookSecret();
  const made = await withFreeName(() =>
    inTransaction(database, async (trx) => {
      // Of two at once the second counts the first.
      await sql`select pg_advisory_xact_lock(hashtext('number of webhooks'))`.execute(trx);
      if (body.kinds.includes('marks')) await beginMarks(trx);
      const { id } = await trx
        .insertInto('webhook')
        .values({
          ...body,
          secret: sealer.seal(secret),
          created_by: user.id,
          created_at: clock.now().toString(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const all = await findWebhooks(trx);
      if (all.length > webhookLimits.webhooks)
        throw new ApiError(409, {
          detail: `There are ${webhookLimits.webhooks} webhooks. Delete one first.`,
        });
      return readWebhook(trx, id);
    }),
  );
  return { ...made, secret };
}

/** Changes the name, the address or the kinds of a webhook. */
export function changeWebhook(
  { database, config }: AppContext,
  id: number,
  body: RequestBody<typeof changeEndpoint>,
): Promise<Webhook> {
  if (body.url !== undefined) assertAddress(config, body.url);
  return change(
    database,
    id,
    () => body,
    async (trx, before) => {
      const begins = body.kinds?.includes('marks') && !before.kinds.includes('marks');
      if (begins && before.state !== 'disabled') await beginMarks(trx);
    },
  );
}

/** @throws ApiError 404 */
export async function removeWebhook({ database }: AppContext, id: number): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom('webhook')
    .where('id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound('This webhook');
}

/** Disables a webhook: its waiting deliveries fail. */
export const disableWebhook = (
  { database, clock }: AppContext,
  id: number,
  user: CurrentUser,
): Promise<Webhook> =>
  change(
    database,
    id,
    ({ state }) =>
      state === 'disabled'
        ? {}
        : {
            disabled_at: clock.now().toString(),
            disabled_by: user.id,
            failing_since: null,
            is_mail_due: false,
          },
    (trx) => failWaiting(trx, [id]),
  );

/** Enables a webhook, which then counts as one that never failed. */
export const enableWebhook = ({ database }: AppContext, id: number): Promise<Webhook> =>
  change(
    database,
    id,
    () => ({
      disabled_at: null,
      disabled_by: null,
      failures: 0,
      failing_since: null,
      paused_until: null,
      is_mail_due: false,
    }),
    async (trx, { state, kinds }) => {
      if (state === 'disabled' && kinds.includes('marks')) await beginMarks(trx);
    },
  );

/** Gives a webhook a new secret. */
export async function renewSecret({ database, sealer }: AppContext, id: number) {
  const secret = newWebhookSecret();
  await change(database, id, () => ({ secret: sealer.seal(secret) }));
  return { secret };
}

/** Sends events of a webhook again. @throws ApiError 409 while it is disabled. */
export async function replayDeliveries(
  { database }: AppContext,
  id: number,
  body: RequestBody<typeof replayWebhookDeliveries>,
) {
  const { state } = await readWebhook(database, id);
  if (state === 'disabled')
    throw new ApiError(409, { detail: 'This webhook is disabled. Enable it first.' });
  return { replayed: await replay(database, id, body) };
}

function assertAddress({ webhookNetworks }: Pick<Config, 'webhookNetworks'>, url: string): void {
  try {
    assertTarget({ url, networks: webhookNetworks });
  } catch (error) {
    throw error instanceof RefusedAddress ? validationError('url', error.message) : error;
  }
}

/** Changes a webhook, locked. @throws ApiError 404 */
const change = (
  database: Database,
  id: number,
  columns: (before: Webhook) => Updateable<Tables['webhook']>,
  also?: (trx: Database, before: Webhook) => Promise<void>,
): Promise<Webhook> =>
  withFreeName(() =>
    inTransaction(database, async (trx) => {
      await trx.selectFrom('webhook').select('id').where('id', '=', id).forUpdate().execute();
      const before = await readWebhook(trx, id);
      await also?.(trx, before);
      const changes = columns(before);
      if (Object.keys(changes).length > 0)
        await trx.updateTable('webhook').set(changes).where('id', '=', id).execute();
      return readWebhook(trx, id);
    }),
  );

/** @throws ApiError 400 for a name that another webhook has. */
async function withFreeName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (errorDetail(error, 'constraint') !== 'webhook_name') throw error;
    throw validationError('name', 'already exists');
  }
}
