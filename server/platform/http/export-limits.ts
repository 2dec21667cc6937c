import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createLine } from './line.ts';
import { rateGroupOf } from './rate-limits.ts';
import { answersUnderWay } from './under-way.ts';

/** Maximum concurrent requests of a user per process, by group of calls. */
const maxAtOnce: Record<string, number> = { exports: 2, uploads: 2 };
/** For all users together: more would slow taps down. */
const maxWorking: Record<string, number> = { exports: 2, uploads: 1 };
const maxWaitMs = 30_000;
/** A file whose reader pauses causes no work: after this time the next one may start. */
const pausedMs = 1000;

declare module 'fastify' {
  interface FastifyReply {
    /**
     * Waits for the turn of an upload, after its body was received. @throws ApiError 429 after a
     * timeout.
     */
    takeTurn(): Promise<void>;
  }
}

/**
 * Exports hold a connection of the database, and some a thread, until the client has read them:
 * each user has two at a time, and a client that stops reading loses them. A queue shared by all
 * users limits how many run at once.
 */
export function limitExports(app: FastifyInstance, silenceMs?: number): void {
  const begin = answersUnderWay(app, silenceMs);
  const lines = new Map(
    Object.entries(maxWorking).map(([group, places]) => [group, createLine(places, maxWaitMs)]),
  );
  const groupOf = (request: FastifyRequest) => rateGroupOf(request.routeOptions);

  app.addHook('preParsing', (request, reply, payload, done) => {
    const group = groupOf(request);
    const max = maxAtOnce[group];
    if (max !== undefined && request.user) begin(group, request.user.id, max, reply.raw);
    done(null, payload);
  });

  const turns = new WeakMap<FastifyReply, () => void>();
  async function takeTurn(reply: FastifyReply): Promise<void> {
    const leave = reply.request.user && (await lines.get(groupOf(reply.request))?.enter(reply.raw));
    if (leave) turns.set(reply, leave);
  }
  // A form is read by its handler: a slow sender must not hold the turn meanwhile.
  app.addHook('preHandler', (request, reply, done) => {
    const group = groupOf(request);
    if (group === 'uploads' || !lines.has(group)) done();
    else takeTurn(reply).then(() => done(), done);
  });
  app.decorateReply('takeTurn', async function (this: FastifyReply) {
    await takeTurn(this);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    const leave = turns.get(reply);
    if (leave) leaveWhenSent(reply.raw, leave);
    done(null, payload);
  });
}

/** A response in progress counts as work as long as it is read; the end of the connection ends it. */
function leaveWhenSent(out: ServerResponse, leave: () => void): void {
  if (out.destroyed) return leave();
  let unreadSince: number | null = null;
  const watch = setInterval(() => {
    if (out.writableLength === 0) unreadSince = null;
    else unreadSince ??= performance.now();
    if (unreadSince !== null && performance.now() - unreadSince >= pausedMs) leave();
  }, pausedMs / 4);
  out.once('close', () => {
    clearInterval(watch);
    leave();
  });
}
