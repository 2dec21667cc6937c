import {
  parseAnswer,
  type AnyCallInput,
  type CallArgument,
  type RefusalBody,
} from '../../contract/call.ts';
import { addressOf, type AnswerOf, type Endpoint } from '../../contract/endpoint.ts';
import { ApiError } from './errors.ts';

export interface ClientOptions {
  /** Where Attendance is: `https://attendance.school.example`. */
  url: string;
  /** An access token, or what returns one. */
  token: string | (() => string | Promise<string>);
  /** How often a call that may succeed later is repeated; 3 by default. */
  retries?: number;
  /** Maximum time of a call, in milliseconds; 60,000 by default. */
  timeoutMs?: number;
  fetch?: typeof fetch;
}

export interface CallOptions {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The same key again is answered with the first answer: marks are made once. */
  idempotencyKey?: string;
}

/** Calls that answer pages. */
type ListEndpoint = Endpoint & { responses: { 200: unknown } };
type RowOf<E extends Endpoint> = AnswerOf<E> extends { results: (infer Row)[] } ? Row : never;

export interface Client {
  /**
   * Calls an endpoint: parameters, query, body and answer have its types.
   * @throws ApiError
   */
  request<E extends Endpoint>(
    endpoint: E,
    ...[input]: CallArgument<E, CallOptions>
  ): Promise<AnswerOf<E>>;
  /** The rows of a list, page by page. @throws ApiError */
  rows<E extends ListEndpoint>(
    endpoint: E,
    ...[input]: CallArgument<E, CallOptions>
  ): AsyncGenerator<RowOf<E>, void>;
  /** The response of a call that answers a file. @throws ApiError */
  response<E extends Endpoint>(
    endpoint: E,
    ...[input]: CallArgument<E, CallOptions>
  ): Promise<Response>;
}

type AnyInput = AnyCallInput & CallOptions;

const defaultRetries = 3;
const defaultTimeoutMs = 60_000;
/** Rows of a page, unless the call says otherwise. */
const pageSize = 200;
const maxPauseSeconds = 60;

/** A client of the API. */
export function createClient(options: ClientOptions): Client {
  const { retries = defaultRetries, timeoutMs = defaultTimeoutMs } = options;
  const send = options.fetch ?? fetch;

  async function attempt(endpoint: Endpoint, input: AnyInput): Promise<Response> {
    const { params, query, body, headers, signal, idempotencyKey } = input;
    const token = typeof options.token === 'string' ? options.token : await options.token();
    const limit = AbortSignal.timeout(timeoutMs);
    let answer: Response;
    try {
      answer = await send(new URL(addressOf(endpoint, params, query), options.url), {
        method: endpoint.method,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
        redirect: 'error',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ApiError(0, {}, null, error);
    }
    if (answer.ok) return answer;
    const refusal = parseAnswer(await answer.text());
    throw new ApiError(answer.status, (refusal ?? {}) as RefusalBody, answer.headers);
  }

  async function response(endpoint: Endpoint, input: AnyInput = {}): Promise<Response> {
    // What changes something is repeated only where that cannot do it twice.
    const mayRepeat = endpoint.method === 'GET' || input.idempotencyKey !== undefined;
    for (let tried = 0; ; tried++) {
      try {
        return await attempt(endpoint, input);
      } catch (error) {
        const isLast = tried >= retries || !mayRepeat;
        if (isLast || !(error instanceof ApiError) || !error.isRetryable) throw error;
        await pause(error.retryAfter ?? 2 ** tried, input.signal);
      }
    }
  }

  const client: Client = {
    async request(endpoint, ...[input]) {
      const answer = await response(endpoint, input);
      return parseAnswer(await answer.text()) as AnswerOf<typeof endpoint>;
    },
    async *rows(endpoint, ...[input]) {
      const given: AnyInput = { ...input };
      for (let page = 1; ; page++) {
        const query = { limit: pageSize, ...given.query, page };
        const answer = await response(endpoint, { ...given, query });
        const { results, next } = (await answer.json()) as {
          results: RowOf<typeof endpoint>[];
          next?: string | null;
        };
        yield* results;
        if (!next) return;
      }
    },
    response: (endpoint, ...[input]) => response(endpoint, input),
  };
  return client;
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    };
    const timer = setTimeout(end, Math.min(maxPauseSeconds, seconds) * 1000);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
  });
}
