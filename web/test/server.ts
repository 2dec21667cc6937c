import { onTestFinished, vi } from 'vitest';

interface Sent {
  method: string;
  /** Path and query, as requested. */
  address: string;
  body: unknown;
  headers: Headers;
}
interface Answered {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}
type Answer = (sent: Sent) => Answered | Promise<Answered>;

/**
 * Stands in for the server until the end of the test: answers each request with the first handler
 * whose key, `METHOD path`, begins it. @returns the requests so far.
 */
export function serve(answers: Record<string, Answer>): Sent[] {
  const requests: Sent[] = [];
  const fetch = vi.spyOn(window, 'fetch').mockImplementation(async (address, options = {}) => {
    const { method = 'GET', body, headers } = options;
    const sent: Sent = {
      method,
      address: String(address).replace('/api/v2/attendance/', ''),
      body: typeof body === 'string' ? JSON.parse(body) : null,
      headers: new Headers(headers),
    };
    requests.push(sent);
    const call = `${method} ${sent.address}`;
    const [, answer] = Object.entries(answers).find(([key]) => call.startsWith(key)) ?? [];
    const { status = 200, body: given, headers: more } = (await answer?.(sent)) ?? { status: 404 };
    const sentBack = given instanceof ReadableStream ? given : JSON.stringify(given);
    return new Response(sentBack ?? null, {
      status,
      ...(more && { headers: more }),
    });
  });
  onTestFinished(() => {
    fetch.mockRestore();
    sessionStorage.clear();
    localStorage.clear();
  });
  return requests;
}

/** The body of a list's response. @param total by default the number of rows. */
export const page = (results: readonly object[], total = results.length) => ({
  total,
  next: null,
  previous: null,
  results,
});

/** The server's stream of events. */
export function createStream() {
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  const send = (event: string, data: object) =>
    void writer.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  send('open', { changed: false });
  return { body: readable.pipeThrough(new TextEncoderStream()), send };
}
