import type { FastifyInstance } from 'fastify';
import { rateGroupOf } from './rate-limits.ts';
import { answersUnderWay } from './under-way.ts';

/** What a user may have under way at once with one process, by group of calls. */
const maxAtOnce: Record<string, number> = { exports: 2, uploads: 2 };

/**
 * Exports hold a connection of the database, and some a thread, until the client has read them: each user has two at a
 * time, and a client that stops reading loses them.
 */
export function limitExports(app: FastifyInstance, silenceMs?: number): void {
  const begin = answersUnderWay(silenceMs);

  app.addHook('preParsing', async (request, reply, payload) => {
    const group = rateGroupOf(request.routeOptions.url ?? '');
    const most = maxAtOnce[group];
    if (most !== undefined && request.who) begin(group, request.who.id, most, reply.raw);
    return payload;
  });
}
