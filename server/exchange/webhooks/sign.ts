import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A secret of 256 random bits, in the form of Standard Webhooks. */
export const newWebhookSecret = (): string => prefix + randomBytes(32).toString('base64');

interface SignedMessage {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/** The headers of a request, by Standard Webhooks: HMAC-SHA256 over id, time and body (R-HOOK-3). */
export function signatureHeaders(
  { id, timestamp, body }: SignedMessage,
  secret: string,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}
