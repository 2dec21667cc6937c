import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';

interface Sent {
  /** Milliseconds of the page's clock. */
  at: number;
  token: string | null;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    /** Requests that the inline script has sent, by address; the application takes their responses. */
    sentAhead?: Map<string, Sent>;
  }
}

/** A response that was not used for this time is requested again. */
const maxAgeMs = 5000;

/**
 * Sends the first reads of the page, before the code that shows them has loaded.
 * @param addresses exactly as they are requested later.
 */
export function sendAhead(addresses: string[], token: string | null): void {
  const sent = (window.sentAhead ??= new Map<string, Sent>());
  for (const address of addresses) {
    const answer = fetch(address, {
      headers: token === null ? {} : { authorization: `Bearer ${token}` },
    });
    // Handled by the consumer, if there is one.
    answer.catch(() => {});
    sent.set(address, { at: performance.now(), token, answer });
  }
}

/**
 * The answer to a request that was sent ahead, for what is requested next; undefined once the
 * application has taken it, and when it failed.
 */
export async function readAhead<E extends Endpoint>(
  _of: E,
  address: string,
): Promise<AnswerOf<E> | undefined> {
  const sent = window.sentAhead?.get(address);
  const answer = await sent?.answer.catch(() => undefined);
  if (!answer?.ok || window.sentAhead?.get(address) !== sent) return undefined;
  const read = (await answer.clone().json()) as AnswerOf<E>;
  // Taken meanwhile: the application sends what follows itself.
  return window.sentAhead?.get(address) === sent ? read : undefined;
}

/** Takes the pending response of this address and token, once. */
export function takeAhead(address: string, token: string | null): Promise<Response> | undefined {
  const found = window.sentAhead?.get(address);
  window.sentAhead?.delete(address);
  return found?.token === token && performance.now() - found.at < maxAgeMs
    ? found.answer
    : undefined;
}

/** Pending responses lack later changes: reads after this call go to the server. */
export function discardAhead(): void {
  window.sentAhead?.clear();
}
