import type { Writable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorDetail } from '../error-details.ts';

/**
 * JSON lines with the request's id, route and outcome. No requested address, no header and no
 * body: addresses contain searched names, and some are credentials (calendars, files).
 */
export function logging(level: string, stream?: Writable) {
  return {
    level,
    ...(stream && { stream }),
    // Values that libraries would log.
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

/** Details of PostgreSQL's errors repeat the rejected rows. */
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
