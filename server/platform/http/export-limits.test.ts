import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exportStudents } from '#contract/people/students.endpoints.ts';
import { ApiError } from './api-error.ts';
import { limitExports } from './export-limits.ts';

let app: FastifyInstance;
let port: number;
/** Responses in progress. */
let producing: Set<Readable>;
let sockets: Socket[];
beforeEach(async () => {
  const files = new Set<Readable>();
  producing = files;
  sockets = [];
  app = Fastify({ exposeHeadRoutes: false });
  app.setErrorHandler((error, _request, reply) => {
    const known = error instanceof ApiError ? error : null;
    return reply
      .code(known?.status ?? 500)
      .headers(known?.headers ?? {})
      .send({});
  });
  app.decorateRequest('user');
  app.addHook('onRequest', async (request) => {
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
  limitExports(app, 1000);
  // An endless file, as fast as it is read.
  app.get('/endless-export', { config: { endpoint: exportStudents } }, (_request, reply) => {
    const file = new Readable({ read: () => void file.push(Buffer.alloc(64 * 1024)) });
    files.add(file);
    file.once('close', () => files.delete(file));
    return reply.send(file);
  });
  app.get('/list', async () => ({}));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterEach(async () => {
  sockets.forEach((socket) => socket.destroy());
  await app.close();
});

/** Requests the file and reads nothing of it. */
async function askWithoutReading(user: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.pause().write(`GET /endless-export HTTP/1.1\r\nhost: x\r\nx-user: ${user}\r\n\r\n`);
  const before = producing.size;
  await expect.poll(() => producing.size).toBe(before + 1);
  return socket;
}
const statusOf = async (path: string, user: number) => {
  const stop = new AbortController();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { 'x-user': String(user) },
    signal: stop.signal,
  });
  stop.abort();
  return [answer.status, answer.headers.get('retry-after')];
};

it('a user has two exports in progress at a time; lists and other users are not affected', async () => {
  await askWithoutReading(1);
  await askWithoutReading(1);
  expect(await statusOf('/endless-export', 1)).toEqual([429, '5']);
  expect(await statusOf('/list', 1)).toEqual([200, null]);
  expect(await statusOf('/endless-export', 2)).toEqual([200, null]);
});

it('a client that does not read is disconnected, and frees its place', async () => {
  await askWithoutReading(1);
  await askWithoutReading(1);
  await expect.poll(() => producing.size, { timeout: 5000 }).toBe(0);
  await expect.poll(() => statusOf('/endless-export', 1)).toEqual([200, null]);
});

it('a client that keeps reading, however slowly, is not', async () => {
  const socket = await askWithoutReading(1);
  let bytes = 0;
  socket.on('data', (part: Buffer) => {
    bytes += part.length;
    socket.pause();
    setTimeout(() => socket.resume(), 1);
  });
  socket.resume();
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect([producing.size, socket.destroyed]).toEqual([1, false]);
  expect(bytes).toBeGreaterThan(0);
});
