import type { ActionFailure } from '#contract/marks.ts';
import {
  messageOfRefusal,
  parseAnswer,
  type AnyCallInput,
  type CallArgument,
  type CallInput,
  type RefusalBody,
} from '#contract/call.ts';
import { addressOf, type AnswerOf, type Endpoint } from '#contract/endpoint.ts';
import type { OverCapacity } from '#contract/enrolment/enrolment.ts';
import { discardAhead, takeAhead } from './ahead.ts';
import { traceHeader } from './tracing.ts';

interface ErrorBody extends RefusalBody {
  fail?: ActionFailure[];
  over_capacity?: OverCapacity[];
}

/** An error of the server; `status` 0 means that it could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(
      messageOfRefusal(body) ??
        (status === 0 ? 'The server cannot be reached.' : `The server answered ${status}.`),
    );
    this.status = status;
    this.body = body;
  }

  /** The same request may succeed later: nothing was wrong with it. */
  get isRetryable(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }

  /**
   * The server has decided nothing about what was sent, so that what must not be lost waits. More than `isRetryable`:
   * a page that only reads says at once that the server has failed.
   */
  get isUndecided(): boolean {
    return this.isRetryable || this.status === 401 || this.status === 408 || this.status >= 500;
  }
}

/** The bearer header; without a token nothing is sent and the log says why (R-SIGN-IN-2). */
export function authorization(): Record<string, string> {
  const token = sessionStorage.getItem('access_token');
  if (!token) {
    console.error('There is no access token: please log in again.');
    return {};
  }
  return { authorization: `Bearer ${token}` };
}

interface Options {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Sent without a token. */
  anonymous?: boolean;
}

/** The input of a call, typed by its endpoint. */
export type InputOf<E extends Endpoint> = Options & CallInput<E>;
type Input<E extends Endpoint> = CallArgument<E, Options>;

type AnyInput = Options & AnyCallInput;

/** @throws ApiError when it is refused or the server cannot be reached. */
async function send(endpoint: Endpoint, input: AnyInput = {}): Promise<Response> {
  const { params, query, body, headers, signal, anonymous } = input;
  const token = sessionStorage.getItem('access_token');
  const address = addressOf(endpoint, params, query);
  const isRead = endpoint.method === 'GET';
  if (!isRead) discardAhead();
  let answer: Response;
  try {
    const ahead = isRead ? takeAhead(address, anonymous ? null : token) : undefined;
    answer = await (ahead ??
      fetch(address, {
        method: endpoint.method,
        signal,
        headers: {
          ...(anonymous ? {} : authorization()),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...traceHeader(),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }));
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0, {});
  }
  if (answer.ok) return answer;
  if (answer.status === 401 && !anonymous) {
    // It was renewed while this request was running: retry with the new one.
    const now = sessionStorage.getItem('access_token');
    if (token && now && now !== token) return send(endpoint, input);
    window.dispatchEvent(new Event('attendance:sign-in-lost'));
  }
  throw new ApiError(answer.status, (parseAnswer(await answer.text()) ?? {}) as ErrorBody);
}

/** Calls an endpoint; its response was validated by the server. @throws ApiError */
export async function request<E extends Endpoint>(
  endpoint: E,
  ...[input]: Input<E>
): Promise<AnswerOf<E>> {
  const answer = await send(endpoint, input);
  return parseAnswer(await answer.text()) as AnswerOf<E>;
}

/** The same with the version in the response's `ETag`, if any, for `If-Match`. */
export async function requestVersioned<E extends Endpoint>(
  endpoint: E,
  ...[input]: Input<E>
): Promise<{ row: AnswerOf<E>; version: string | null }> {
  const answer = await send(endpoint, input);
  return {
    row: parseAnswer(await answer.text()) as AnswerOf<E>,
    version: answer.headers.get('etag'),
  };
}

/** The file of a response. @throws ApiError */
export async function requestFile<E extends Endpoint>(
  endpoint: E,
  ...[input]: Input<E>
): Promise<Blob> {
  return (await send(endpoint, input)).blob();
}

/** A file that takes long. @param onProgress receives the number of bytes so far. @throws ApiError */
export async function requestLargeFile<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  onProgress: (bytes: number) => void,
): Promise<Blob> {
  const answer = await send(endpoint, input);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  if (!answer.body) throw new Error('The answer has no body.');
  const reader = answer.body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      bytes += part.value.length;
      onProgress(bytes);
    }
  } catch {
    throw new ApiError(0, {});
  }
  return new Blob(parts, { type: answer.headers.get('content-type') ?? '' });
}
