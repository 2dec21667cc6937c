import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { transientErrorOf } from '../database/transactions.ts';
import { messages } from '#contract/texts.ts';
import { ApiError, validationError, type ErrorBody } from './api-error.ts';
import { errorDetail } from '../error-details.ts';

interface Issue {
  keyword: string;
  /** `/field/deeper`. */
  instancePath: string;
  message?: string;
  params: Record<string, unknown> & { keys?: string[] };
}

/** Turns every error into a response; no stack, SQL or path leaves the server. */
export function answerError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const answer = known(error);
  if (answer) {
    void reply.code(answer.status).headers(answer.headers).send(answer.body);
    return;
  }
  request.log.error({ err: error, route: request.routeOptions.url }, 'unexpected error');
  void reply.code(500).send({
    detail: 'Something went wrong here; the error has been logged.',
    request_id: request.id,
  });
}

/** The detail of a 503, and the seconds after which a retry makes sense. */
const retryable = {
  away: ['The database is not reachable at the moment; try again.', '1'],
  locked: ['Somebody else is changing these records, so nothing was changed. Try again.', '2'],
  full: ['The server has no room left, so nothing was saved. Tell your administrator.', '30'],
  slow: ['This took too long and was stopped; nothing was changed. Try again.', '5'],
} as const;

function known(error: FastifyError): ApiError | null {
  if (error instanceof ApiError) return error;
  const apiError = fromDatabaseError(error);
  if (apiError) return apiError;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return new ApiError(400, fieldErrors(error.validation));
  }
  const transient = transientErrorOf(error);
  if (transient === 'busy') return changedMeanwhile();
  if (transient) {
    const [detail, seconds] = retryable[transient];
    return new ApiError(503, { detail }, { 'retry-after': seconds });
  }
  const status = error.statusCode ?? 500;
  return status < 500 ? new ApiError(status, { detail: detailOf(error, status) }) : null;
}

/** Maximum unknown fields in a response: a body may have tens of thousands. */
const maxUnknown = 20;
/**
 * A database rule with a message for the caller: SQLSTATE AT400 with the field as its column, or
 * AT409.
 */
function fromDatabaseError(error: Error): ApiError | null {
  const code = errorDetail(error, 'code');
  if (code === 'AT400')
    return validationError(errorDetail(error, 'column') ?? 'detail', error.message);
  if (code === 'AT409') return new ApiError(409, { detail: error.message });
  // A foreign key: what a row refers to, or what refers to it, was deleted or added at the same moment.
  return code === '23503' ? changedMeanwhile() : null;
}

/** Two calls named the same rows; this one changed nothing. */
const changedMeanwhile = () => new ApiError(409, { detail: messages.changedMeanwhile });

/**
 * Messages by the outermost field; unknown fields have messages of their own, and so has each record of a list:
 * `2.start_time must be a time, HH:mm`.
 */
function fieldErrors(issues: Issue[]): ErrorBody {
  // A map: a field may be called `constructor`.
  const messagesByField = new Map<string, string[]>();
  const add = (field: string, message: string) => {
    const messages = messagesByField.get(field) ?? [];
    if (!messages.includes(message)) messagesByField.set(field, [...messages, message]);
  };
  for (const { instancePath, keyword, params, message = 'is invalid' } of issues) {
    const [, field, place, ...inner] = instancePath.split('/');
    // The message names the place of a record in its list, from 0, and its field.
    const of = (name: string[]) => [place, ...name].join('.');
    if (keyword === 'unrecognized_keys')
      for (const key of params.keys?.slice(0, maxUnknown) ?? [])
        if (field && place) add(field, `${of([...inner, key])} is not a known field`);
        else add(key, 'is not a known field');
    else add(field || 'detail', inner.length ? `${of(inner)} ${message}` : message);
  }
  const detail = messagesByField.get('detail');
  return detail ? { detail: detail[0] } : Object.fromEntries(messagesByField);
}

function detailOf(error: FastifyError, status: number): string {
  if (status === 414) return 'The address is too long.';
  if (status === 413) return 'The request is too large.';
  if (status === 415) return 'This content type is not accepted here; send application/json.';
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error instanceof SyntaxError)
    return 'The body is not valid JSON.';
  if (error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return 'The body is empty.';
  return 'The request could not be understood.';
}
