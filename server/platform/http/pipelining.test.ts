import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limitPipelining } from './pipelining.ts';

let app: FastifyInstance;
let socket: Socket;
let files: number;
beforeEach(async () => {
  files = 0;
  app = Fastify();
  limitPipelining(app);
  app.get('/short', async () => 'short');
  app.get('/file', (_request, reply) => {
    files++;
    return reply.send(new Readable({ read: () => {} }));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  socket = connect((app.server.address() as { port: number }).port, '127.0.0.1');
});
afterEach(async () => {
  socket.destroy();
  await app.close();
});

const request = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

it('a connection with hundreds of waiting requests is closed', async () => {
  socket.on('error', () => {}).resume();
  socket.write(request('/file').repeat(500));
  await once(socket, 'close');
  expect(files).toBeLessThanOrEqual(4);
});

it('consecutive requests continue, in any number', async () => {
  for (let number = 0; number < 50; number++) {
    socket.write(request('/short'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(String(answer)).toContain('200 OK');
  }
});

it('and so do a few at once', async () => {
  let text = '';
  socket.on('data', (part: Buffer) => (text += String(part)));
  socket.write(request('/short').repeat(4));
  await expect.poll(() => text.split('200 OK').length - 1).toBe(4);
});
