import type { DeliveryState, WebhookKind } from '#contract/exchange/webhook-terms.ts';
import type { Webhook, WebhookDelivery } from '#contract/exchange/webhook.ts';

export const webhooksKey = ['webhooks'] as const;

export const kindTitles: Record<WebhookKind, string> = {
  marks: 'Marks',
  meetings: 'Classes on their dates',
  enrolments: 'Enrolments',
  students: 'Students',
};

export const deliveryTitles: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
};

/** The state of a webhook, in words and a colour. */
export function stateOf({ state, disabled_by }: Pick<Webhook, 'state' | 'disabled_by'>): {
  text: string;
  colour: 'good' | 'bad' | 'dim';
} {
  if (state === 'active') return { text: 'Active', colour: 'good' };
  if (state === 'failing') return { text: 'Failing', colour: 'bad' };
  return disabled_by === null
    ? { text: 'Disabled after failures', colour: 'bad' }
    : { text: `Disabled by ${disabled_by}`, colour: 'dim' };
}

/** What came of the latest attempt: "Answer 500", or why there was none. */
export function outcomeOf({
  answer_code,
  error,
}: Pick<WebhookDelivery, 'answer_code' | 'error'>): string {
  const parts = [answer_code === null ? '' : `Answer ${answer_code}`, error ?? ''];
  return parts.filter(Boolean).join('. ');
}
