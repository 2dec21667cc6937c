import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests of one connection that are under way: browsers and proxies send the next one after the answer. */
const maxUnderWay = 4;

/**
 * Closes a connection that sends request after request without waiting for answers: a thousand fit into one packet, and
 * each would hold an answer or an open file until somebody reads it.
 */
export function limitPipelining(app: FastifyInstance): void {
  const underWay = new WeakMap<Socket, { requests: number }>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = underWay.getOrInsertComputed(socket, () => ({ requests: 0 }));
    if (count.requests >= maxUnderWay) {
      reply.hijack();
      socket.destroy();
      return;
    }
    count.requests++;
    reply.raw.once('close', () => count.requests--);
    done();
  });
}
