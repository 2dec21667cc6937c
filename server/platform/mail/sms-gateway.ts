import { createHmac } from 'node:crypto';
import type { Lookup } from '../outbound/lookup.ts';
import { postTo, RefusedAddress, Unanswered } from '../outbound/request.ts';
import { MailError, type Mailer } from './mailer.ts';

interface SmsGateway {
  /** `https://gateway.example/sms`. */
  url: string;
  /** Signs the requests. */
  secret: string;
  /** Networks that it may be in besides public ones, such as `10.0.0.0/8`. */
  networks: string[];
  now: () => Temporal.Instant;
  lookup?: Lookup;
}

/** Statuses after which another attempt may succeed. */
const isTemporary = (status: number): boolean =>
  status >= 500 || status === 408 || status === 425 || status === 429;

/** Sends short messages by a signed request to a gateway (docs/operations.md). */
export function createSmsGateway({ url, secret, networks, now, lookup }: SmsGateway): Mailer {
  return {
    async deliver({ messageId, to, text }, beforeLastLine) {
      const body = JSON.stringify({ id: messageId, to, text });
      const time = Math.floor(now().epochMilliseconds / 1000);
      const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      const status = await postTo(
        { url, networks },
        {
          headers: {
            'content-type': 'application/json',
            'idempotency-key': messageId,
            'attendance-time': String(time),
            'attendance-signature': `v1=${signature}`,
          },
          body,
          // Nothing was sent before: a decision in it is final.
          beforeSending: beforeLastLine,
          ...(lookup && { lookup }),
        },
      ).catch((error: unknown) => {
        if (error instanceof MailError) throw error;
        if (error instanceof RefusedAddress)
          throw new MailError(`The SMS gateway ${error.message} (SMS_NETWORKS).`, {
            isPermanent: true,
          });
        const message = error instanceof Error ? error.message : String(error);
        throw new MailError(`The SMS gateway cannot be reached: ${message}`, {
          isDeliveryUnknown: error instanceof Unanswered && error.isSent,
        });
      });
      if (status < 200 || status >= 300)
        throw new MailError(`The SMS gateway answered ${status}.`, {
          isPermanent: !isTemporary(status),
        });
    },
  };
}
