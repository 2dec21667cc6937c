import { messageOfRefusal, type RefusalBody } from '../../contract/call.ts';

/** A call that was refused or not answered. */
export class ApiError extends Error {
  /** Of HTTP; 0 when the server could not be reached. */
  readonly status: number;
  /** `{detail}`, or messages by field. */
  readonly body: RefusalBody;
  /** Names the call in the server's log. */
  readonly requestId: string | null;
  /** When to try again, in seconds, if the server says so. */
  readonly retryAfter: number | null;

  constructor(status: number, body: RefusalBody, headers: Headers | null, cause?: unknown) {
    const text =
      messageOfRefusal(body) ??
      (status === 0 ? 'The server cannot be reached.' : `The server answered ${status}.`);
    super(text, cause === undefined ? {} : { cause });
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
    this.requestId = headers?.get('x-request-id') ?? null;
    const after = Number(headers?.get('retry-after') ?? Number.NaN);
    this.retryAfter = Number.isFinite(after) ? after : null;
  }

  /** The same call may succeed later: nothing was wrong with it. */
  get isRetryable(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }

  /** Messages by field of a 400, such as `{ name: ['is required'] }`. */
  get fields(): Record<string, string[]> {
    if (this.status !== 400) return {};
    return Object.fromEntries(
      Object.entries(this.body).flatMap(([field, messages]) =>
        Array.isArray(messages) && messages.every((it) => typeof it === 'string')
          ? [[field, messages]]
          : [],
      ),
    );
  }
}
