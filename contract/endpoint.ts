import type { z } from 'zod';
import type { AuditKind } from './audit-kinds.ts';
import type { Permission, PermissionSubject } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Permissions of which one suffices; `public` needs no sign-in, `signed-in` any known user.
 * (R-ACCESS-1)
 */
export type Access = 'public' | 'signed-in' | readonly Permission[];

/** What a call is in the audit log: its kind, and what was done, in words. */
export interface Audited {
  kind: AuditKind;
  what: string;
}

/** Groups of calls with a rate limit of their own. */
export type RateGroup = 'exports' | 'uploads' | 'sign-in' | 'calendars' | 'taps';

/**
 * A call of the API, defined once: the server implements it, the browser calls it by it, and
 * permissions, audit log, rate limits, OpenAPI and the tests of all calls are derived from it. In
 * the browser only `method` and `path` are there (web/build/endpoints.ts): the schemas would double
 * what it loads.
 */
export interface Endpoint {
  readonly method: Method;
  /**
   * With `:name` for each parameter, as the specification writes it: below `/api/v2`, `/file/…`
   * from the root.
   */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** JSON answers by status; without them and without `file` the answer is 204. */
  readonly responses?: { readonly [Status in 200 | 201 | 202]?: z.ZodType };
  /** Content types of an answer that is a file or a stream. */
  readonly file?: readonly string[];
  /** The body is a form with files. */
  readonly form?: true;
  readonly access: Access;
  /**
   * Only the caller's own rows, unless they have this permission. Own is a check-in or a note of
   * the teacher that the caller is; a user who is no teacher has none. (R-PAY-4, R-ACCESS-3)
   */
  readonly ownRowsUnless?: Permission;
  /**
   * `history`: the change itself is recorded where it is made. `none`: nothing to record, although it is
   * no GET. A GET without it only reads.
   */
  readonly audit?: Audited | ((body: unknown) => Audited) | 'history' | 'none';
  readonly rateGroup?: RateGroup;
  /** Looks at the whole timetable, or does with such a body: of all users together two are worked on at once. */
  readonly isCostly?: true | ((body: unknown) => boolean);
  /** 404 is possible, although the path has no parameter. */
  readonly notFound?: true;
}

/** Any endpoint with these facts. */
export type EndpointWith<Facts> = Omit<Endpoint, keyof Facts> & Facts;

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

type Address = Pick<Endpoint, 'method' | 'path'>;

/** What a path needs, as text or number. */
export type ParamsOf<E extends Address> = E extends { params: infer P extends z.ZodObject }
  ? Record<keyof z.input<P>, string | number>
  : undefined;
/** What a query may name; several values of a parameter are joined by commas. */
export type QueryOf<E extends Address> = E extends { query: infer Q extends z.ZodObject }
  ? { [Name in keyof z.input<Q>]?: string | number | undefined }
  : undefined;
export type BodyOf<E extends Address> = E extends { body: infer B extends z.ZodType }
  ? z.input<B>
  : undefined;
/** What the call answers when it is not refused; null for 204. */
export type AnswerOf<E extends Address> = E extends { responses: infer R }
  ? { [Status in keyof R]: z.output<R[Status]> }[keyof R]
  : null;

/** Where the path lies on the server, with its `:name`s. */
export const routeOf = ({ path }: Address): string =>
  path.startsWith('/file/') ? path : `/api/v2${path}`;

/**
 * The address of a call. Parameters are encoded; empty ones of the query stay, `undefined` ones do
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

/** Who may use a resource's form. */
export const forms = (subject: PermissionSubject): Permission[] => [
  [subject, 'add'],
  [subject, 'edit'],
];
