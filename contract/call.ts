import type { BodyOf, Endpoint, ParamsOf, QueryOf } from './endpoint.ts';

/** What a call takes, typed by its endpoint: parameters of the path, query and body. */
export type CallInput<E extends Endpoint> = (ParamsOf<E> extends undefined
  ? { params?: undefined }
  : { params: ParamsOf<E> }) &
  (QueryOf<E> extends undefined ? { query?: undefined } : { query?: QueryOf<E> }) &
  (BodyOf<E> extends undefined ? { body?: undefined } : { body: BodyOf<E> });

/** The argument of a caller with options of its own; none is needed for a call that takes nothing. */
export type CallArgument<E extends Endpoint, Options> = {} extends CallInput<E> & Options
  ? [input?: CallInput<E> & Options]
  : [input: CallInput<E> & Options];

/** The same without types, as a caller handles it. */
export interface AnyCallInput {
  params?: Record<string, string | number> | undefined;
  query?: Record<string, string | number | undefined> | undefined;
  body?: unknown;
}

/** Messages by field, or `detail`, or the results of an action on students. */
export interface RefusalBody {
  [field: string]: unknown;
}

/** The first message of a refusal, in words. */
export function messageOfRefusal(body: RefusalBody): string | undefined {
  const value: unknown = body.detail ?? Object.values(body)[0];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof first === 'string') return first;
  const isResult = typeof first === 'object' && first !== null && 'status' in first;
  return isResult && typeof first.status === 'string' ? first.status : undefined;
}

/** The JSON of an answer; null for none, or for what is no JSON. */
export function parseAnswer(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}
