import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { limitUnreadAnswers } from './unread-answers.ts';

/** More than a connection's buffers hold. */
const answer = 'x'.repeat(10 * 1024 * 1024);
let app: FastifyInstance;
let port: number;
let sockets: Socket[];
let file: Readable;
beforeEach(async () => {
  sockets = [];
  app = Fastify({ exposeHeadRoutes: false });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof ApiError ? error.status : 500).send({}),
  );
  app.decorateRequest('user');
  app.addHook('onRequest', async (request) => {
    if (request.headers['x-user'] === 'anonymous') return;
    request.user = {
      id: Number(request.headers['x-user']),
      email: '',
      name: '',
      roles: [],
      permissions: {},
      teacherId: null,
      studentId: null,
    };
  });
});
afterEach(async () => {
  sockets.forEach((socket) => socket.destroy());
  await app.close();
});

async function open(silenceMs?: number): Promise<void> {
  limitUnreadAnswers(app, silenceMs);
  app.get('/roll', async () => answer);
  app.get('/short', async () => 'short');
  app.get('/file', (_request, reply) => {
    file = new Readable({ read: () => void file.push(Buffer.alloc(64 * 1024)) });
    return reply.send(file);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
}

/** Reads the first line of the answer and nothing more. */
async function ask(user: number | 'anonymous', path = '/roll'): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-user: ${user}\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return Number(/^HTTP\/1.1 (\d+)/.exec(first.toString('latin1'))![1]);
}
const askTimes = async (times: number, user: number | 'anonymous') => {
  const statuses: number[] = [];
  for (let number = 0; number < times; number++) statuses.push(await ask(user));
  return statuses;
};

it('a user has 32 MB of unread responses; short responses and other users are not affected', async () => {
  await open();
  expect(await askTimes(5, 1)).toEqual([200, 200, 200, 429, 429]);
  expect([await ask(1, '/short'), await ask(2)]).toEqual([200, 200]);
  sockets.forEach((socket) => socket.destroy());
  await expect.poll(() => ask(1)).toBe(200);
});

it('an address without a sign-in has the same limit', async () => {
  await open();
  expect(await askTimes(5, 'anonymous')).toEqual([200, 200, 200, 429, 429]);
  expect(await ask(1)).toBe(200);
});

it('a reader that accepts nothing is disconnected, and frees its place', async () => {
  // Longer than four requests take on a busy machine.
  await open(3000);
  await askTimes(3, 1);
  expect(await ask(1)).toBe(429);
  await expect.poll(() => ask(1), { timeout: 10_000 }).toBe(200);
});

it('and so is one of a file, also without a sign-in', async () => {
  await open(400);
  await ask('anonymous', '/file');
  await expect.poll(() => file.destroyed).toBe(true);
});

it('a reader that keeps reading, however slowly, gets all of it', async () => {
  await open(1500);
  await ask(1);
  const [socket] = sockets;
  let [bytes, rested] = [0, 0];
  // In total it takes longer than the maximum pause of a reader.
  socket!.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes - rested < 256 * 1024) return;
    rested = bytes;
    socket!.pause();
    setTimeout(() => socket!.resume(), 50);
  });
  socket!.resume();
  await expect.poll(() => bytes > answer.length - 64 * 1024, { timeout: 20_000 }).toBe(true);
  expect(socket!.destroyed).toBe(false);
});
