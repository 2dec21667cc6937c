import type {
  ContextConfigDefault,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { routeOf, type Endpoint } from '#contract/endpoint.ts';
import type { Api } from '#server/app-context.ts';

const nothing = z.null();

/** Without a sign-in the bodies of a sender cannot be counted: each is short. */
const maxPublicBytes = 4096;

/** What Fastify checks and types by: the endpoint's own schemas. */
interface SchemaOf<E extends Endpoint> {
  params: E['params'];
  querystring: E['query'];
  body: E['body'];
  response: E extends { responses: infer R }
    ? R
    : E extends { file: readonly string[] }
      ? unknown
      : { 204: typeof nothing };
}

/** Receives validated and typed params, query and body; its result is typed by the endpoint's responses. */
export type HandlerOf<E extends Endpoint> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  RouteGenericInterface,
  ContextConfigDefault,
  SchemaOf<E>,
  ZodTypeProvider
>;

/** The validated body of a call, for handlers that take it as a parameter. */
export type RequestBody<E extends { body: z.ZodType }> = z.output<E['body']>;
/** The validated query of a call. */
export type RequestQuery<E extends { query: z.ZodObject }> = z.output<E['query']>;

interface Options extends Pick<
  RouteShorthandOptions,
  'compress' | 'validatorCompiler' | 'bodyLimit'
> {
  /** A single row of the response may have thousands of characters. */
  hasLongRows?: boolean | undefined;
}

/** Registers the handler of an endpoint, with any prefix of `api`. Each endpoint is implemented once. */
export function implement<const E extends Endpoint>(
  api: Api,
  endpoint: E,
  handler: HandlerOf<E>,
  options: Options = {},
): void {
  const { hasLongRows, ...more } = options;
  const { method, params, query, body, responses, file } = endpoint;
  const response = responses ?? (file ? undefined : { 204: nothing });
  api.route({
    method,
    url: routeOf(endpoint).replace(/\/$/, '').slice(api.prefix.length),
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(response && { response }),
    },
    config: { endpoint, hasLongRows: hasLongRows ?? false },
    ...(endpoint.access === 'public' && { bodyLimit: maxPublicBytes }),
    ...more,
    // The routes' types are all the same here: `HandlerOf` has checked them.
    handler: handler as never,
  });
}
