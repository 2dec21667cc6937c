import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Listener, LiveHub } from './hub.ts';
import { streamChanges } from './stream.ts';

let app: FastifyInstance;
let socket: Socket;
let notify: Listener;
let out: ServerResponse;
let errors: unknown[];
/** Ends the stream like a stop of the server. */
let end: () => void;
/** Number of registered streams, and of current ones. */
let registered: [ever: number, now: number];
/** What each request waits for, and whether one has begun. */
let identified: Promise<void>;
let begun: boolean;

const note = (error: unknown) => void errors.push(error);

beforeEach(async () => {
  errors = [];
  registered = [0, 0];
  identified = Promise.resolve();
  begun = false;
  // The test runner's own listeners would end the run.
  process.on('uncaughtException', note);
  const hub: Pick<LiveHub, 'register' | 'subscribe' | 'isUnchanged'> = {
    register: (_user, ended) => {
      end = ended;
      // Streams of this test only: the previous test's stream may end later.
      const streams = registered;
      streams[0]++;
      streams[1]++;
      return () => void streams[1]--;
    },
    subscribe: (_topics, listener) => {
      notify = listener;
      return () => (notify = () => {});
    },
    isUnchanged: () => true,
  };
  app = Fastify();
  app.decorateRequest('user');
  app.decorate('authorize', async () => {});
  app.decorate('tokenExpiry', () => Date.now() + 3_600_000);
  app.addHook('onRequest', async (request, reply) => {
    out = reply.raw;
    begun = true;
    await identified;
    request.user = {
      id: 1,
      email: '',
      name: '',
      roles: [],
      permissions: {},
      teacherId: null,
      studentId: null,
    };
  });
  // Like the server's own: they count every response.
  app.addHook('onResponse', async () => {});
  app.get('/live', (request, reply) =>
    streamChanges(request, reply, hub as LiveHub, {
      topics: ['topic'],
      describe: async () => ({}),
      pingMs: 300,
    }),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  socket.destroy();
  await app.close();
  process.off('uncaughtException', note);
});

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('a stream that ended before its reader accepted everything receives no further change', async () => {
  const { port } = app.server.address() as { port: number };
  socket = connect(port, '127.0.0.1');
  socket.write('GET /live HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'data');
  socket.pause();
  // Until the buffers between the two are full, so that something waits here.
  for (let events = 0; events < 20_000 && out.writableLength === 0; events++) {
    notify({ topic: 'x'.repeat(4000), ids: null });
    await turn();
  }
  expect(out.writableLength).toBeGreaterThan(0);
  end();
  for (let events = 0; events < 5; events++) {
    notify({ topic: 'topic', ids: null });
    await turn();
  }
  expect(errors).toEqual([]);
  // Streams of clients that never read are closed.
  await expect.poll(() => out.destroyed).toBe(true);
});

it('a client that disconnected while its token was checked leaves nothing behind', async () => {
  let known = () => {};
  identified = new Promise((resolve) => (known = resolve));
  const { port } = app.server.address() as { port: number };
  socket = connect(port, '127.0.0.1');
  socket.write('GET /live HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(() => begun).toBe(true);
  socket.destroy();
  await expect.poll(() => out.destroyed).toBe(true);
  known();
  await expect.poll(() => registered).toEqual([1, 0]);
});
