import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpointByKey, endpoints, keyOf, tags } from '#contract/endpoints.ts';
import { closedToTokens, isOpenToTokens, scopeOf } from '#contract/exchange/scopes.ts';
import { getApiDescription } from '#contract/session.endpoints.ts';
import type { Api } from '#server/app-context.ts';
import { implement, type HandlerOf } from './implement.ts';

/** The body of a refusal: `{detail}`, `{field: ["message"]}`, or the results of an action on students. */
const refusal = {
  type: 'object',
  properties: {
    detail: { type: 'string' },
    request_id: { type: 'string' },
    results: { type: 'array', items: { type: 'object' } },
    fail: { type: 'array', items: { type: 'object' } },
    /** Who changed the row since it was read, and when (decision 26). */
    overtaken: {
      type: 'object',
      properties: { by: { type: ['string', 'null'] }, at: { type: ['string', 'null'] } },
    },
  },
  additionalProperties: {
    anyOf: [
      { type: 'array', items: { type: 'string' } },
      { type: 'array', items: { type: 'object' } },
      { type: 'number' },
    ],
  },
};

/** Why a call is refused, by status. */
const refusals: Record<number, string> = {
  400: 'Refused: a field is missing or wrong; nothing was changed.',
  401: 'Refused: there is no valid token.',
  403: 'Refused: the caller may not do this.',
  404: 'Refused: there is no such thing, or it is not the caller’s.',
  409: 'Refused: this does not fit what is there.',
  413: 'Refused: the body is too large.',
  414: 'Refused: the address is too long.',
  415: 'Refused: this kind of content is not accepted here.',
  429: 'Refused for the moment: too many calls; `retry-after` says when to try again.',
  503: 'Not possible for the moment: `retry-after` says when to try again.',
};

/** The statuses with which a call of its kind is refused. */
function refusalsOf(endpoint: Endpoint): number[] {
  const { method, access, params, query, body, form, notFound, conflict } = endpoint;
  const found = new Set<number>([...(notFound ? [404] : []), ...(conflict ? [409] : []), 429, 503]);
  if (params || query || body || form || method !== 'GET') found.add(400);
  if (access !== 'public') found.add(401).add(403);
  if (params) found.add(404).add(414);
  if (method !== 'GET') found.add(409).add(413).add(415);
  return [...found].toSorted((a, b) => a - b);
}

const file = { type: 'string', contentEncoding: 'binary' };
const formWithFiles = {
  required: true,
  content: { 'multipart/form-data': { schema: { type: 'object', properties: { file } } } },
};

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The OpenAPI document, generated from the endpoints, so that it matches them. */
export async function describeApi(app: FastifyInstance, title: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${title} API`, version: '2', license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
      tags,
    },
    transform: ({ route, ...given }) => {
      const described = jsonSchemaTransform({ route, ...given });
      const { endpoint } = route.config ?? {};
      const listed = endpoint && endpointByKey.get(keyOf(endpoint));
      if (!listed) return { ...described, schema: { ...described.schema, hide: true } };
      const { summary, access } = listed.endpoint;
      const { operationId, tag } = listed;
      const facts = {
        operationId,
        summary,
        description: `${listed.endpoint.description ?? summary}${tokensText(listed.endpoint)}`,
        tags: [tag],
        ...(access === 'public' && { security: [] }),
      };
      return { ...described, schema: { ...described.schema, ...facts } };
    },
    transformObject: (described) => {
      if (!('openapiObject' in described)) return described.swaggerObject;
      const { openapiObject } = described;
      const byId = new Map(endpoints.map((listed) => [listed.operationId, listed.endpoint]));
      for (const operations of Object.values(openapiObject.paths ?? {})) {
        for (const method of methods) {
          const operation = operations?.[method];
          const endpoint = byId.get(operation?.operationId ?? '');
          if (operation && endpoint) Object.assign(operation, withRefusals(endpoint, operation));
        }
      }
      const responses = Object.entries(refusals).map(([status, text]) => [
        `refused${status}`,
        {
          description: text,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
        },
      ]);
      const components = {
        ...openapiObject.components,
        schemas: { Refusal: refusal },
        responses: Object.fromEntries(responses),
      };
      return { ...openapiObject, components } as typeof openapiObject;
    },
  });
}

/** Which scopes of access tokens reach a call. */
function tokensText(endpoint: Endpoint): string {
  const { access } = endpoint;
  if (access === 'public' || access === 'device') return '';
  if (!isOpenToTokens(endpoint)) return '\n\nAccess tokens do not reach it.';
  if (access === 'signed-in') return '\n\nAny access token reaches it.';
  const open = access.filter(([subject]) => !closedToTokens.has(subject));
  const needed = open.map(([subject, action]) => `\`${scopeOf(subject, action)}\``);
  return `\n\nScope of access tokens: ${needed.join(' or ')}.`;
}

/** Facts that the schemas of a route do not contain: files in requests or responses, and refusals. */
function withRefusals(endpoint: Endpoint, { responses }: { responses?: object }): object {
  const answered = endpoint.file
    ? {
        200: {
          description: endpoint.summary,
          content: Object.fromEntries(
            endpoint.file.map((type) => [
              type,
              { schema: type === 'application/json' ? { type: 'object' } : file },
            ]),
          ),
        },
      }
    : responses;
  const refused = refusalsOf(endpoint).map((status) => [
    status,
    { $ref: `#/components/responses/refused${status}` },
  ]);
  return {
    ...(endpoint.form && { requestBody: formWithFiles }),
    responses: { ...answered, ...Object.fromEntries(refused) },
  };
}

const packers = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/**
 * `GET /openapi.json`. It needs no sign-in, so that no user's share is counted: the same bytes for
 * everybody, compressed once. A thousand requests on one connection that compressed it each took a
 * gigabyte.
 */
export function apiDescription(api: Api, describe: () => object): void {
  let plain: Buffer | undefined;
  const packed = new Map<string, Promise<Buffer>>();
  const bytes = () => (plain ??= Buffer.from(JSON.stringify(describe())));

  const answer: HandlerOf<typeof getApiDescription> = async ({ headers }, reply) => {
    void reply.headers({
      'content-type': 'application/json; charset=utf-8',
      vary: 'accept-encoding',
    });
    const accepted = String(headers['accept-encoding']).split(/\s*,\s*/);
    const name = (['br', 'gzip'] as const).find((one) => accepted.includes(one));
    if (!name) return reply.send(bytes());
    const body = packed.get(name) ?? packers[name](bytes());
    packed.set(name, body);
    return reply.header('content-encoding', name).send(await body);
  };
  implement(api, getApiDescription, answer, { compress: false });
}
