import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Every call may be refused: `{detail}`, `{field: ["message"]}`, or the results of an action on students. */
const refused = {
  description: 'Refused: 400, 401, 403, 404, 409, 413, 415, 429; or for the moment not possible: 503.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          detail: { type: 'string' },
          request_id: { type: 'string' },
          results: { type: 'array', items: { type: 'object' } },
          fail: { type: 'array', items: { type: 'object' } },
        },
        additionalProperties: {
          anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'array', items: { type: 'object' } }, { type: 'number' }],
        },
      },
    },
  },
};

/** The machine-readable description: made of the routes' own schemas, so that it cannot say something else. */
export async function describeApi(app: FastifyInstance, title: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${title} API`, version: '2' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
      security: [{ bearer: [] }],
    },
    transform: (route) => {
      const described = jsonSchemaTransform(route);
      return /^\/(api|file)\//.test(route.url) ? described : { ...described, schema: { ...described.schema, hide: true } };
    },
    transformObject: (described) => {
      if (!('openapiObject' in described)) return described.swaggerObject;
      const { openapiObject } = described;
      for (const calls of Object.values(openapiObject.paths ?? {})) {
        for (const call of Object.values(calls ?? {})) {
          if (typeof call === 'object' && 'responses' in call) call.responses = { ...call.responses, default: refused } as typeof call.responses;
        }
      }
      return openapiObject;
    },
  });
}
