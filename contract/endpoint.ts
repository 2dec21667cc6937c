import type { z } from 'zod';
import type { AuditKind } from './audit-kinds.ts';
import type { Permission, PermissionSubject } from './permissions.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Permissions, one of which suffices; `public` needs no sign-in, `signed-in` any known user, `device`
 * the key of a reader or tablet, which opens nothing else. (R-ACCESS-1, R-DOOR-2)
 */
export type Access = 'public' | 'signed-in' | 'device' | readonly Permission[];

/** The audit log's description of a call: its kind, and what was done, in words. */
export interface Audited {
  kind: AuditKind;
  what: string;
  /** The field `email` is a private address: the log names the field alone. */
  hidesAddress?: true;
  /** What `id` and `ids` name, where `what` does not end with it. */
  of?: string;
}

/** Groups of calls with a rate limit of their own. */
export type RateGroup = 'exports' | 'uploads' | 'sign-in' | 'calendars' | 'taps' | 'devices';

/**
 * A call of the API, defined once: the server implements it, the browser sends requests with it, and
 * permissions, audit log, rate limits, OpenAPI and the tests of all calls are derived from it. In
 * the browser it has `method` and `path` only (web/build/endpoints.ts): the schemas would double
 * what the browser loads.
 */
export interface Endpoint {
  readonly method: Method;
  /**
   * With `:name` for each parameter, as in the specification: below `/api/v2`, `/file/…`
   * from the root.
   */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** JSON responses by status; without them and without `file` the response is 204. */
  readonly responses?: { readonly [Status in 200 | 201 | 202]?: z.ZodType };
  /** Content types of a response that is a file or a stream. */
  readonly file?: readonly string[];
  /** The body is a multipart form with files. */
  readonly form?: true;
  readonly access: Access;
  /** Whether access tokens reach the call, where that differs from `isOpenToTokens` (R-TOKEN-2). */
  readonly tokens?: boolean;
  /**
   * Restricts the caller to own rows, unless they have this permission. Own rows are check-ins and notes
   * of the teacher that the caller is; a user who does not teach has none. (R-PAY-4, R-ACCESS-3)
   * `never`: each user changes what they wrote, whatever their permissions (R-FOLLOW-2).
   */
  readonly ownRowsUnless?: Permission | 'never';
  /**
   * `history`: the change is recorded by its feature. `none`: nothing to record, although it is not a
   * GET. A non-GET without it only reads.
   */
  readonly audit?: Audited | ((body: unknown) => Audited) | 'history' | 'none';
  readonly rateGroup?: RateGroup;
  /** Reads the whole timetable, or does with such a body: two such calls run at once, for all users together. */
  readonly isCostly?: true | ((body: unknown) => boolean);
  /** 404 is possible, although the path has no parameter. */
  readonly notFound?: true;
  /** A call that only reads may answer 409; those that write may anyway. */
  readonly conflict?: true;
}

/** An endpoint with any types. */
export type EndpointWith<Facts> = Omit<Endpoint, keyof Facts> & Facts;

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

/** Whether the response is a stream of events, which stays open. */
export const isStream = ({ file }: Pick<Endpoint, 'file'>): boolean =>
  file?.includes('text/event-stream') ?? false;

export type Address = Pick<Endpoint, 'method' | 'path'>;

/** The parameters of a path, as text or number. */
export type ParamsOf<E extends Address> = E extends { params: infer P extends z.ZodObject }
  ? Record<keyof z.input<P>, string | number>
  : undefined;
/** The parameters of a query; several values of one are joined by commas. */
export type QueryOf<E extends Address> = E extends { query: infer Q extends z.ZodObject }
  ? { [Name in keyof z.input<Q>]?: string | number | undefined }
  : undefined;
export type BodyOf<E extends Address> = E extends { body: infer B extends z.ZodType }
  ? z.input<B>
  : undefined;
/** The body of a successful response; null for 204. */
export type AnswerOf<E extends Address> = E extends { responses: infer R }
  ? { [Status in keyof R]: z.output<R[Status]> }[keyof R]
  : null;

/** The path on the server, with its `:name`s. */
export const routeOf = ({ path }: Address): string =>
  path.startsWith('/file/') ? path : `/api/v2${path}`;

/**
 * The address of a call. Parameters are encoded; empty query parameters stay, `undefined` ones do
 * not.
 */
export function addressOf(
  endpoint: Address,
  params: Record<string, string | number> = {},
  query: Record<string, string | number | undefined> = {},
): string {
  const path = routeOf(endpoint).replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, String(value));
  return search.size ? `${path}?${search.toString()}` : path;
}

/** Permissions to use a resource's form. */
export const forms = (subject: PermissionSubject): Permission[] => [
  [subject, 'add'],
  [subject, 'edit'],
];
