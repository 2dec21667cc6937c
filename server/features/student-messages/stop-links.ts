import { createHmac, timingSafeEqual } from 'node:crypto';
import { getMessageStop } from '#contract/endpoints/message-stops.ts';
import { addressOf } from '#contract/endpoint.ts';

/** To whom messages about a student go: the student, or a guardian by number. */
export interface Stopping {
  kind: 'student' | 'guardian';
  id: number;
}

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
export const stopTokenOf = (secret: string, to: Stopping, address: string): string =>
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

/** The address of a link's page. @param publicUrl without a slash at its end. */
export const stopUrlOf = (publicUrl: string, token: string): string =>
  publicUrl + addressOf(getMessageStop, { secret: token }).replace(/\/$/, '');
