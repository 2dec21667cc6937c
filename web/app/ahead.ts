interface Sent {
  /** Milliseconds of the page's clock. */
  at: number;
  token: string | null;
  answer: Promise<Response>;
}

/** Requests under way, by address. They belong to the page load, which has one of them. */
const sent = new Map<string, Sent>();
const apiBase = '/api/v2/';
/** An answer that nobody has taken for so long is requested again. */
const freshMs = 5000;

/**
 * Sends what the page reads first, before the code that shows it has been loaded.
 * @param paths below the API's base, exactly as they are requested later.
 */
export function sendAhead(paths: string[], token: string | null): void {
  for (const path of paths) {
    const address = `${apiBase}${path}`;
    const answer = fetch(address, { headers: token === null ? {} : { authorization: `Bearer ${token}` } });
    // Whoever takes it handles it; nobody may.
    answer.catch(() => {});
    sent.set(address, { at: performance.now(), token, answer });
  }
}

/** The answer that is under way for this address and this token; given once. */
export function takeAhead(address: string, token: string | null): Promise<Response> | undefined {
  const found = sent.get(address);
  sent.delete(address);
  return found?.token === token && performance.now() - found.at < freshMs ? found.answer : undefined;
}
