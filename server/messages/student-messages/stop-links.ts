import { createHmac, timingSafeEqual } from 'node:crypto';
import { secretOf } from '#server/platform/database/secret.ts';
import type { Database } from '#server/platform/database/pool.ts';
import { getMessageStop } from '#contract/messages/message-stops.endpoints.ts';
import { addressOf } from '#contract/endpoint.ts';

/** To whom messages about a student go: the student, or a guardian by number. */
export interface Stopping {
  kind: 'student' | 'guardian';
  id: number;
}

/** The name of the secret that signs the links of messages. */
export const stopSecret = 'message-stop-links';

const letters = { student: 's', guardian: 'g' } as const;

const macOf = (secret: string, { kind, id }: Stopping, address: string): Buffer =>
  createHmac('sha256', secret)
    .update(`stop ${kind} ${id} ${address.toLowerCase()}`)
    .digest()
    .subarray(0, 16);

/**
 * The text of a link that stops messages to a recipient (R-MSG-8). It holds the number of a row and a
 * signature over the address that it was sent to: another address of the recipient needs another link.
 */
const stopTokenOf = (secret: string, to: Stopping, address: string): string =>
  `${letters[to.kind]}${to.id.toString(36)}-${macOf(secret, to, address).toString('base64url')}`;

/** Whom a link names, before its signature is compared; null for a text that is none. */
export function readStopToken(token: string): Stopping | null {
  const [, letter, digits = ''] = /^([sg])([0-9a-z]{1,10})-[\w-]{22}$/.exec(token) ?? [];
  if (!letter) return null;
  return {
    kind: letter === 's' ? 'student' : 'guardian',
    id: Number.parseInt(digits, 36),
  };
}

/** Whether a link was sent to an address. */
export function isStopToken(
  secret: string,
  token: string,
  { to, address }: { to: Stopping; address: string },
): boolean {
  const [own, given] = [stopTokenOf(secret, to, address), token].map((text) => Buffer.from(text));
  return own !== undefined && given?.length === own.length && timingSafeEqual(own, given);
}

/** Who gets a message: `student`, `guardian`, or staff, who have no link. */
export interface MessageRecipient {
  recipient: string;
  student: number;
  guardian: number | null;
}

/** The link that stops messages to a recipient at an address; null for those who have none. */
export async function stopUrlFor(
  database: Database,
  publicUrl: string,
  { recipient, student, guardian }: MessageRecipient,
  address: string,
): Promise<string | null> {
  const to: Stopping | null =
    recipient === 'student'
      ? { kind: 'student', id: student }
      : guardian
        ? { kind: 'guardian', id: guardian }
        : null;
  return to && stopUrlOf(publicUrl, stopTokenOf(await secretOf(database, stopSecret), to, address));
}

/** The address of a link's page. @param publicUrl without a slash at its end. */
const stopUrlOf = (publicUrl: string, token: string): string =>
  publicUrl + addressOf(getMessageStop, { secret: token }).replace(/\/$/, '');
