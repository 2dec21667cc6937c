import {
  addWebhook as addEndpoint,
  changeWebhook as changeEndpoint,
  disableWebhook as disableEndpoint,
  enableWebhook as enableEndpoint,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook as removeEndpoint,
  renewWebhookSecret,
  replayWebhookDeliveries,
  testWebhook,
} from '#contract/exchange/webhooks.endpoints.ts';
import type { Api, AppContext } from '#server/app-context.ts';
import { implement } from '#server/platform/http/implement.ts';
import {
  addWebhook,
  changeWebhook,
  disableWebhook,
  enableWebhook,
  readWebhook,
  removeWebhook,
  renewSecret,
  replayDeliveries,
} from './manage.ts';
import { findDeliveries, findWebhooks } from './store.ts';
import { sendTest } from './test-event.ts';

/** Webhooks (R-HOOK-1): administrators add them, look into their log and send events again. */
export function webhookRoutes(api: Api, context: AppContext): void {
  const { database } = context;

  implement(api, listWebhooks, async () => {
    const results = await findWebhooks(database);
    return { results, total: results.length };
  });
  implement(api, addEndpoint, async (request, reply) => {
    const made = await addWebhook(context, request.body, request.user);
    request.auditAbout = { webhook: made.id };
    return reply.header('cache-control', 'no-store').code(201).send(made);
  });
  implement(api, changeEndpoint, ({ params, body }) => changeWebhook(context, params.id, body));
  implement(api, removeEndpoint, async ({ params }, reply) => {
    await removeWebhook(context, params.id);
    return reply.code(204).send(null);
  });
  implement(api, disableEndpoint, ({ params, user }) => disableWebhook(context, params.id, user));
  implement(api, enableEndpoint, ({ params }) => enableWebhook(context, params.id));
  implement(api, renewWebhookSecret, async ({ params }, reply) => {
    const renewed = await renewSecret(context, params.id);
    return reply.header('cache-control', 'no-store').code(201).send(renewed);
  });
  implement(api, testWebhook, ({ params }) => sendTest(context, params.id));
  implement(api, listWebhookDeliveries, async ({ params, query }) => {
    await readWebhook(database, params.id);
    return findDeliveries(database, params.id, query);
  });
  implement(api, replayWebhookDeliveries, ({ params, body }) =>
    replayDeliveries(context, params.id, body),
  );
}
