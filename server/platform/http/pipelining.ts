import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Maximum concurrent requests of one connection: browsers and proxies send the next one after the
 * response.
 */
const maxUnderWay = 4;

/**
 * Closes a connection that sends requests without waiting for responses: a thousand fit into one
 * packet, and each would hold a response or an open file until it is read.
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
