import type { Updateable } from 'kysely';
import {
  addWebhook,
  changeWebhook,
  disableWebhook,
  enableWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  renewWebhookSecret,
  replayWebhookDeliveries,
  testWebhook,
} from '#contract/exchange/webhooks.endpoints.ts';
import { webhookLimits } from '#contract/exchange/webhook-terms.ts';
import type { Webhook } from '#contract/exchange/webhook.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import type { Database } from '#server/platform/database/pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { errorDetail } from '#server/platform/error-details.ts';
import { ApiError, notFound, validationError } from '#server/platform/http/api-error.ts';
import { implement } from '#server/platform/http/implement.ts';
import { assertTarget, RefusedAddress } from '#server/platform/outbound/request.ts';
import { beginMarks } from './follow-marks.ts';
import { failWaiting } from './queue.ts';
import { newWebhookSecret } from './sign.ts';
import { findDeliveries, findWebhook, findWebhooks, replay } from './store.ts';
import { sendTest } from './test-event.ts';

/** Webhooks (R-HOOK-1): administrators add them, look into their log and send events again. */
export function webhookRoutes(api: Api, context: AppContext): void {
  const { database, clock, config, sealer } = context;
  const now = () => clock.now().toString();

  async function read(id: number, from: Database = database): Promise<Webhook> {
    const webhook = await findWebhook(from, id);
    if (!webhook) throw notFound('This webhook');
    return webhook;
  }

  function assertAddress(url: string): void {
    try {
      assertTarget({ url, networks: config.webhookNetworks });
    } catch (error) {
      throw error instanceof RefusedAddress ? validationError('url', error.message) : error;
    }
  }

  /** Changes a webhook, locked. @throws ApiError 404 */
  const change = (
    id: number,
    columns: (before: Webhook) => Updateable<Tables['webhook']>,
    also?: (trx: Database, before: Webhook) => Promise<void>,
  ): Promise<Webhook> =>
    withFreeName(() =>
      inTransaction(database, async (trx) => {
        await trx.selectFrom('webhook').select('id').where('id', '=', id).forUpdate().execute();
        const before = await read(id, trx);
        await also?.(trx, before);
        const changes = columns(before);
        if (Object.keys(changes).length > 0)
          await trx.updateTable('webhook').set(changes).where('id', '=', id).execute();
        return read(id, trx);
      }),
    );

  implement(api, listWebhooks, async () => {
    const results = await findWebhooks(database);
    return { results, total: results.length };
  });

  implement(api, addWebhook, async (request, reply) => {
    const { body, user } = request;
    assertAddress(body.url);
    const secret = newWebhookSecret();
    const made = await withFreeName(() =>
      inTransaction(database, async (trx) => {
        if (body.kinds.includes('marks')) await beginMarks(trx);
        const { id } = await trx
          .insertInto('webhook')
          .values({
            ...body,
            secret: sealer.seal(secret),
            created_by: user.id,
            created_at: now(),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const all = await findWebhooks(trx);
        if (all.length > webhookLimits.webhooks)
          throw new ApiError(409, {
            detail: `There are ${webhookLimits.webhooks} webhooks. Delete one first.`,
          });
        return read(id, trx);
      }),
    );
    request.auditAbout = { webhook: made.id };
    reply.header('cache-control', 'no-store');
    return reply.code(201).send({ ...made, secret });
  });

  implement(api, changeWebhook, ({ params: { id }, body }) => {
    if (body.url !== undefined) assertAddress(body.url);
    return change(
      id,
      () => body,
      async (trx, before) => {
        const begins = body.kinds?.includes('marks') && !before.kinds.includes('marks');
        if (begins && before.state !== 'disabled') await beginMarks(trx);
      },
    );
  });

  implement(api, removeWebhook, async ({ params: { id } }, reply) => {
    const { numDeletedRows } = await database
      .deleteFrom('webhook')
      .where('id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('This webhook');
    return reply.code(204).send(null);
  });

  implement(api, disableWebhook, ({ params: { id }, user }) =>
    change(
      id,
      ({ state }) =>
        state === 'disabled'
          ? {}
          : { disabled_at: now(), disabled_by: user.id, failing_since: null, is_mail_due: false },
      (trx) => failWaiting(trx, [id]),
    ),
  );

  implement(api, enableWebhook, ({ params: { id } }) =>
    change(
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
    ),
  );

  implement(api, renewWebhookSecret, async ({ params: { id } }, reply) => {
    const secret = newWebhookSecret();
    await change(id, () => ({ secret: sealer.seal(secret) }));
    reply.header('cache-control', 'no-store');
    return reply.code(201).send({ secret });
  });

  implement(api, testWebhook, ({ params: { id } }) => sendTest(context, id));

  implement(api, listWebhookDeliveries, async ({ params: { id }, query }) => {
    await read(id);
    return findDeliveries(database, id, query);
  });

  implement(api, replayWebhookDeliveries, async ({ params: { id }, body }) => {
    const { state } = await read(id);
    if (state === 'disabled')
      throw new ApiError(409, { detail: 'This webhook is disabled. Enable it first.' });
    return { replayed: await replay(database, id, body) };
  });
}

/** @throws ApiError 400 for a name that another webhook has. */
async function withFreeName<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (errorDetail(error, 'constraint') !== 'webhook_name') throw error;
    throw validationError('name', 'already exists');
  }
}
