import type { WebhookEvent } from '../../contract/exchange/webhook.ts';

export type { WebhookEvent };

/** A request that cannot be trusted. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/** A request to a webhook, as it came. */
export interface WebhookRequest {
  /** By their lower-case names. */
  headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** The bytes of the body as text, before anything has parsed it. */
  body: string;
}

export interface VerifyOptions {
  /** How far the time of a request may be from now, in seconds; 300 by default. */
  toleranceSeconds?: number;
  /** Milliseconds since 1970. */
  now?: () => number;
}

const prefix = 'whsec_';

/**
 * Checks the signature and the time of a request, by Standard Webhooks.
 * @returns its id, by which repeats are dropped, and the event.
 * @throws WebhookError
 */
export async function verifyWebhook(
  { headers, body }: WebhookRequest,
  secret: string,
  { toleranceSeconds = 300, now = Date.now }: VerifyOptions = {},
): Promise<{ id: string; event: WebhookEvent }> {
  const header = (name: string): string => {
    const value = headers[name];
    if (typeof value !== 'string') throw new WebhookError(`The header ${name} is missing.`);
    return value;
  };
  const [id, timestamp, signatures] = [
    header('webhook-id'),
    header('webhook-timestamp'),
    header('webhook-signature'),
  ];
  const age = Math.abs(now() / 1000 - Number(timestamp));
  if (!(age <= toleranceSeconds)) throw new WebhookError('The time of the request is not now.');
  if (!secret.startsWith(prefix))
    throw new WebhookError(`The secret does not begin with ${prefix}`);
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(secret.slice(prefix.length)),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  );
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const one of signatures.split(' ')) {
    const [version, signature = ''] = one.split(',');
    if (version !== 'v1' || !/^[A-Za-z0-9+/]{43}=$/.test(signature)) continue;
    if (await crypto.subtle.verify('HMAC', key, bytesOf(signature), signed))
      return { id, event: JSON.parse(body) as WebhookEvent };
  }
  throw new WebhookError('The signature is not right.');
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
