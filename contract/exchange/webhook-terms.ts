/** What a webhook can be notified of; separate from the schemas, for screens. */
export const webhookKinds = ['marks', 'meetings', 'enrolments', 'students'] as const;
export type WebhookKind = (typeof webhookKinds)[number];

export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const webhookLimits = {
  /** Characters of a name, and of an address. */
  name: 60,
  url: 500,
  /** Webhooks of an institute. */
  webhooks: 20,
  /** Events that are chosen for one replay. */
  replayed: 500,
  /** Events that wait, after which a webhook is disabled. */
  waiting: 200_000,
  /** Days of failures after which a webhook is disabled. */
  failingDays: 7,
} as const;
