import { visibleText } from '../identifier.ts';
import { z } from 'zod';
import { cleanText, idParam, listQuery } from '../fields.ts';
import { deliveryStates, webhookKinds, webhookLimits } from './webhook-terms.ts';

/** A webhook as administrators see it; never its secret. */
export const webhook = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  kinds: z.array(z.enum(webhookKinds)),
  /** Events name students and classes, and the status of a mark. */
  with_names: z.boolean(),
  created_by: z.string(),
  created_at: z.string(),
  /** `failing`: the latest attempts failed. */
  state: z.enum(['active', 'failing', 'disabled']),
  /** ISO 8601 UTC; null unless it fails. */
  failing_since: z.string().nullable(),
  /** The latest success; null when never. */
  delivered_at: z.string().nullable(),
  disabled_at: z.string().nullable(),
  /** Null when failures disabled it. */
  disabled_by: z.string().nullable(),
  /** Events that wait, and those that failed for good. */
  waiting: z.number(),
  failed: z.number(),
});
export type Webhook = z.output<typeof webhook>;
export const webhooks = z.object({ results: z.array(webhook), total: z.number() });

const addressText = z
  .string('is required')
  .overwrite(visibleText)
  .min(1, 'is required')
  .max(webhookLimits.url, `must be at most ${webhookLimits.url} characters`)
  .refine((text) => text.isWellFormed() && !/[\p{Cc}\s]/u.test(text), 'must be an address')
  .superRefine((text, context) => {
    const message = addressProblem(text);
    if (message) context.addIssue({ code: 'custom', message });
  });

function addressProblem(text: string): string | null {
  const url = URL.parse(text);
  if (!url) return 'must be an address such as https://example.org/webhooks';
  if (!['https:', 'http:'].includes(url.protocol)) return 'must begin with https://';
  if (url.username || url.password) return 'must not contain a user or password';
  if (url.hash) return 'must not contain a fragment';
  return null;
}

const kinds = z
  .array(z.enum(webhookKinds, `must be of ${webhookKinds.join(', ')}`), 'must be a list')
  .min(1, 'choose at least one')
  .refine((given) => new Set(given).size === given.length, 'must not contain one twice');
const fields = {
  name: cleanText(webhookLimits.name, { as: 'line' }),
  url: addressText,
  kinds,
  with_names: z.boolean('must be true or false'),
};
export const newWebhook = z.strictObject({
  ...fields,
  with_names: fields.with_names.default(false),
});
export const webhookPatch = z.strictObject({
  name: fields.name.optional(),
  url: fields.url.optional(),
  kinds: fields.kinds.optional(),
  with_names: fields.with_names.optional(),
});

/** The secret is in this answer alone: `whsec_` and base64. */
export const webhookSecret = z.object({ secret: z.string() });
export const createdWebhook = webhook.extend({ secret: z.string() });

export const webhookParams = z.object({ id: idParam });

/** An event for a webhook, and what became of it. */
export const webhookDelivery = z.object({
  id: z.number(),
  /** `webhook-id` of each of its requests. */
  message_id: z.string(),
  /** `mark.created`; `test` for a test event. */
  event: z.string(),
  student: z.number().nullable(),
  class_schedule: z.number().nullable(),
  date: z.string().nullable(),
  /** When it happened, ISO 8601 UTC. */
  at: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.number(),
  /** Of the latest attempt. */
  attempted_at: z.string().nullable(),
  /** The status of the answer; null without one. */
  answer_code: z.number().nullable(),
  duration_ms: z.number().nullable(),
  error: z.string().nullable(),
  /** When it is tried again; null when at once, or not at all. */
  next_at: z.string().nullable(),
});
export type WebhookDelivery = z.output<typeof webhookDelivery>;
export const webhookDeliveries = z.object({
  results: z.array(webhookDelivery),
  total: z.number(),
});
export const webhookDeliveriesQuery = z.strictObject({
  limit: listQuery.limit,
  page: listQuery.page,
  state: z.enum(deliveryStates, `must be ${deliveryStates.join(', ')}`).optional(),
});

/** Either chosen ones, or all that failed since an instant. */
export const replayWebhook = z
  .strictObject({
    deliveries: z
      .array(
        z
          .number('must be a number')
          .int('must be a whole number')
          .positive('must be at least 1')
          .max(Number.MAX_SAFE_INTEGER),
        'must be a list',
      )
      .min(1, 'must not be empty')
      .max(webhookLimits.replayed, `must be at most ${webhookLimits.replayed}`)
      .optional(),
    /** ISO 8601 with an offset. */
    failed_since: z.iso
      .datetime({ offset: true, error: 'must be an instant' })
      .refine((text) => /^20\d\d/.test(text), 'must be from 2000 to 2099')
      .optional(),
  })
  .refine(
    ({ deliveries, failed_since }) => (deliveries === undefined) !== (failed_since === undefined),
    {
      path: ['deliveries'],
      message: 'send either deliveries or failed_since',
    },
  );
export const replayedWebhook = z.object({ replayed: z.number() });

/** The body of a request to a webhook. */
export interface WebhookEvent {
  /** `mark.created`, `student.deleted`, `test`. */
  type: string;
  /** When it happened, ISO 8601 UTC. */
  timestamp: string;
  data: {
    /** Ids, as far as the event has them. */
    student?: number;
    class_schedule?: number;
    /** YYYY-MM-DD. */
    date?: string;
    /** Only where names are switched on, as they are when the request is sent. */
    names?: {
      student?: { student_id: string; first_name: string; last_name: string };
      /** `group_name`: such as 12A; absent without one. */
      class?: { subject_code: string; subject_name: string; group_name?: string };
      /** Null for N/A. */
      status?: string | null;
    };
  };
}
