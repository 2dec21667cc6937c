import { takeAhead } from './ahead.ts';

/** What the server said no with; `status` 0 means that it could not be reached. */
export class Refusal extends Error {
  readonly status: number;
  /** Messages by field, or `detail`, or the results of an action on students. */
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(firstMessage(body) ?? (status === 0 ? 'The server cannot be reached.' : `The server answered ${status}.`));
    this.status = status;
    this.body = body;
  }

  /** The same again may succeed: nothing was wrong with what was asked. */
  get passing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }
}

function firstMessage(body: Record<string, unknown>): string | undefined {
  const value = body.detail ?? Object.values(body)[0];
  const first = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string') return first;
  return typeof first?.status === 'string' ? first.status : undefined;
}

const base = '/api/v2';

/** The bearer header; without a token nothing is sent and the log says why (spec §7). */
export function authorization(): Record<string, string> {
  const token = sessionStorage.getItem('access_token');
  if (!token) {
    console.error('There is no access token: please log in again.');
    return {};
  }
  return { authorization: `Bearer ${token}` };
}

interface Call {
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Asked before sign-in. */
  anonymous?: boolean;
  /** A file instead of JSON, or whatever comes, unread. */
  as?: 'blob' | 'response';
}

async function call<T>(method: string, path: string, options: Call = {}): Promise<T> {
  const { query, body, headers, signal, anonymous, as } = options;
  const token = sessionStorage.getItem('access_token');
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
  const address = `${base}/${path}${search.size ? `?${search}` : ''}`;
  let answer: Response;
  try {
    const ahead = method === 'GET' ? takeAhead(address, anonymous ? null : token) : undefined;
    answer = await (ahead ??
      fetch(address, {
        method,
        signal,
        headers: {
          ...(anonymous ? {} : authorization()),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }));
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal(0, {});
  }
  if (answer.ok && as === 'blob') return (await answer.blob()) as T;
  if (answer.ok && as === 'response') return answer as T;
  const parsed = parse(await answer.text());
  if (answer.ok) return parsed as T;
  if (answer.status === 401 && !anonymous) {
    // It was renewed while this was on its way: the same again, with the new one.
    const now = sessionStorage.getItem('access_token');
    if (token && now && now !== token) return call(method, path, options);
    window.dispatchEvent(new Event('attendance:sign-in-lost'));
  }
  throw new Refusal(answer.status, (parsed ?? {}) as Record<string, unknown>);
}

function parse(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** The server's API; every method throws a `Refusal`. Paths have no leading slash. */
export const api = {
  get: <T>(path: string, options?: Omit<Call, 'body'>) => call<T>('GET', path, options),
  blob: (path: string, query?: Call['query']) => call<Blob>('GET', path, { query, as: 'blob' }),
  /** A file that is long in coming. @param told how many bytes there are so far. */
  async file(path: string, body: unknown, told: (bytes: number) => void): Promise<Blob> {
    const answer = await call<Response>('POST', path, { body, as: 'response' });
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    const reader = answer.body!.getReader();
    try {
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        parts.push(part.value);
        bytes += part.value.length;
        told(bytes);
      }
    } catch {
      throw new Refusal(0, {});
    }
    return new Blob(parts, { type: answer.headers.get('content-type') ?? '' });
  },
  post: <T>(path: string, body: unknown, options?: Omit<Call, 'body'>) => call<T>('POST', path, { ...options, body }),
  patch: <T>(path: string, body: unknown) => call<T>('PATCH', path, { body }),
  delete: (path: string, body?: unknown) => call<null>('DELETE', path, { body }),
};
