import {
  disableWebhook,
  enableWebhook,
  removeWebhook,
  renewWebhookSecret,
  testWebhook,
} from '#contract/exchange/webhooks.endpoints.ts';
import type { Webhook } from '#contract/exchange/webhook.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { confirm } from '#web/ui/confirm.ts';
import { toast } from '#web/ui/toasts.ts';
import { outcomeOf } from './text.ts';
import { openWebhookSecret } from './webhook-secret.ts';

/** The calls on a webhook, each with its question and its toast. */
export function webhookActions({ id, name }: Webhook, refresh: () => void) {
  const params = { id };

  async function run(work: () => Promise<void>) {
    try {
      await work();
    } catch (error) {
      toast('error', asError(error).message);
    }
    refresh();
  }

  const test = () =>
    run(async () => {
      const sent = await request(testWebhook, { params });
      if (sent.state === 'delivered') toast('success', `${name} answered ${sent.answer_code}`);
      else toast('error', `The test event failed. ${outcomeOf(sent)}`);
    });

  async function renew() {
    const sure = await confirm({
      title: 'Make a new secret?',
      text: 'The receiver refuses requests until the new secret is entered there.',
      yes: 'Make it',
      no: 'Cancel',
    });
    if (!sure) return;
    await run(async () =>
      openWebhookSecret(name, (await request(renewWebhookSecret, { params })).secret),
    );
  }

  async function disable() {
    const sure = await confirm({
      title: `Disable ${name}?`,
      text: 'What waits for it has failed and can be sent again. What happens until it is enabled is not sent.',
      yes: 'Disable',
      no: 'Cancel',
      danger: true,
    });
    if (!sure) return;
    await run(async () => {
      await request(disableWebhook, { params });
      toast('success', `${name} disabled`);
    });
  }

  const enable = () =>
    run(async () => {
      await request(enableWebhook, { params });
      toast('success', `${name} enabled`);
    });

  async function remove() {
    const sure = await confirm({
      title: `Delete ${name}?`,
      text: 'Its log goes with it, and what waits is not sent.',
      yes: 'Delete',
      no: 'Cancel',
      danger: true,
    });
    if (!sure) return;
    await run(async () => {
      await request(removeWebhook, { params });
      toast('success', `${name} deleted`);
    });
  }

  return { test, renew, enable, disable, remove };
}
