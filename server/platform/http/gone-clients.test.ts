import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exportStudents } from '#contract/people/students.endpoints.ts';
import { ApiError } from './api-error.ts';
import { limitExports } from './export-limits.ts';

let app: FastifyInstance;
let port: number;
/** What the requests wait for: before their response counts, and while it is created. */
let identified: Promise<void>;
let made: Promise<void>;
/** Emits for each request that the server has started, and for each whose disconnect it has noticed. */
let begun: number;
let left: number;
let ready: () => void;
beforeEach(async () => {
  begun = left = 0;
  identified = Promise.resolve();
  made = new Promise((resolve) => (ready = resolve));
  app = Fastify({ exposeHeadRoutes: false });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof ApiError ? error.status : 500).send({}),
  );
  app.decorateRequest('user');
  app.addHook('onRequest', async (request, reply) => {
    begun++;
    reply.raw.once('close', () => left++);
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
  limitExports(app);
  app.get('/slow-export', { config: { endpoint: exportStudents } }, async () => {
    await made;
    return {};
  });
  app.post('/slow-export', { config: { endpoint: exportStudents } }, async () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterEach(async () => {
  ready();
  await app.close();
});

async function ask(head = 'GET /slow-export HTTP/1.1\r\nhost: x\r\n\r\n'): Promise<Socket> {
  const before = begun;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(head);
  await expect.poll(() => begun).toBe(before + 1);
  return socket;
}
async function leave(sockets: Socket[]): Promise<void> {
  const before = left;
  sockets.forEach((socket) => socket.destroy());
  await expect.poll(() => left).toBe(before + sockets.length);
}
const status = async () =>
  (await fetch(`http://127.0.0.1:${port}/slow-export`, { headers: { connection: 'close' } }))
    .status;

it('a client that disconnects does not free its place while its response is still being created', async () => {
  await leave([await ask(), await ask()]);
  expect(await status()).toBe(429);
  ready();
  await expect.poll(status).toBe(200);
});

it('a client that had disconnected before its response counted leaves nothing behind', async () => {
  let known = () => {};
  identified = new Promise((resolve) => (known = resolve));
  await leave([await ask(), await ask(), await ask()]);
  known();
  ready();
  await expect.poll(status).toBe(200);
});

it('a client that disconnects while it sends its body frees its place', async () => {
  const half =
    'POST /slow-export HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{';
  await leave([await ask(half), await ask(half)]);
  ready();
  await expect.poll(status).toBe(200);
});
