import type { Writable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorDetail } from '../error-details.ts';

/**
 * JSON lines with the request's id, route and outcome. No address as it was requested, no header and no
 * body: names are searched for in addresses, and some of them are keys themselves (calendars, files).
 */
export function logging(level: string, stream?: Writable) {
  return {
    level,
    ...(stream && { stream }),
    // Parts that others make log lines of as well, at their most talkative.
    redact: ['busboyOptions', '*.headers', 'headers'],
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        route: request.routeOptions?.url ?? 'none',
      }),
      res: (reply: Pick<FastifyReply, 'statusCode'>) => ({ status: reply.statusCode }),
      err: (error: Error) => withoutValues(error),
    },
  };
}

/** What PostgreSQL says beside its message repeats the rows that it refused. */
function withoutValues(error: Error) {
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    code: errorDetail(error, 'code'),
    table: errorDetail(error, 'table'),
    constraint: errorDetail(error, 'constraint'),
    routine: errorDetail(error, 'routine'),
  };
}
