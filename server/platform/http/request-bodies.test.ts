import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { routeOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { keyOfDevice } from '#server/test/device.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';
import { limitBodies } from './request-bodies.ts';

const maxBytes = 512 * 1024;

let school: TestSchool;
let port: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  school = await createTestSchool();
  await school.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = school.app.server.address() as { port: number });
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));
afterAll(() => school.close());

/** A request whose body is never sent to its end. */
async function halfSent(
  path: string,
  caller: Exclude<Caller, 'anonymous'> | null,
  length = `content-length: ${maxBytes}`,
): Promise<{ status: string | null; socket: Socket }> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const token = caller && `authorization: Bearer ${await school.token(caller)}\r\n`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\n${token ?? ''}` +
      `content-type: application/json\r\n${length}\r\n\r\n`,
  );
  const sent = { status: null as string | null, socket };
  socket.on('data', (part: Buffer) => (sent.status ??= String(part).slice(9, 12)));
  return sent;
}

const notes = '/api/v2/attendance/attendance-note/create/';
const several = (path: string, count: number, length?: string) =>
  Promise.all(Array.from({ length: count }, () => halfSent(path, 'teacher', length)));

it.each(['/nothing', '/api/v2/nothing', '/api/v2/config/', '/file/nothing/at/all', '/healthz'])(
  'nothing is read of a body to %s, which needs no sign-in',
  async (path) => {
    const sent = await halfSent(path, null);
    await once(sent.socket, 'data');
    expect(sent.status).toBe('404');
    await once(sent.socket, 'close');
  },
);

const publicCalls = endpoints.flatMap(({ endpoint }) =>
  endpoint.access === 'public' && endpoint.method === 'POST' ? [routeOf(endpoint)] : [],
);
it.each(publicCalls)('a body to %s, which needs no sign-in, is short', async (path) => {
  for (const length of [`content-length: ${maxBytes}`, 'transfer-encoding: chunked']) {
    const sent = await halfSent(path, null, length);
    if (length.startsWith('transfer')) sent.socket.write(`2000\r\n${' '.repeat(0x2000)}\r\n`);
    await once(sent.socket, 'data');
    expect(sent.status).toBe('413');
    await once(sent.socket, 'close');
  }
});

it('a packed body is not unpacked: it would count as its short length', async () => {
  const answer = await school.app.inject({
    method: 'POST',
    url: notes,
    headers: {
      authorization: `Bearer ${await school.token('teacher')}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    payload: gzipSync(JSON.stringify({ title: 'x'.repeat(400_000) })),
  });
  expect(answer.statusCode).toBe(400);
  // The detail of a body that is no JSON; unpacked, it would name the fields.
  expect(Object.keys(answer.json())).toEqual(['detail']);
});

it('a device has a limit of bodies in memory, too', async () => {
  const key = await keyOfDevice(school.database);
  const head = `authorization: Bearer ${key}\r\ncontent-length: ${128 * 1024}`;
  const sent = await Promise.all(
    Array.from({ length: 129 }, () => halfSent('/api/v2/devices/taps/', null, head)),
  );
  const answered = () => sent.map(({ status }) => status).filter((status) => status !== null);
  await expect.poll(answered).toEqual(['429']);
});

/** Of 33 at once, one is rejected. @returns the others. */
async function heldOf33(length?: string): Promise<Socket[]> {
  const sent = await several(notes, 33, length);
  const answered = () => sent.map(({ status }) => status).filter((status) => status !== null);
  await expect.poll(answered).toEqual(['429']);
  return sent.filter(({ status }) => status === null).map(({ socket }) => socket);
}

/** The status of a complete body, which is not JSON. */
async function statusOfWhole(caller: Exclude<Caller, 'anonymous'>): Promise<string | null> {
  const whole = await halfSent(notes, caller);
  whole.socket.write('x'.repeat(maxBytes));
  await once(whole.socket, 'data');
  return whole.status;
}

it('a user has a limit of bodies in memory; others have their own', async () => {
  const held = await heldOf33();
  expect(await statusOfWhole('otherTeacher')).toBe('400');
  held.forEach((socket) => socket.destroy());
  await expect.poll(() => statusOfWhole('teacher')).toBe('400');
});

it('also for bodies without a length', async () => {
  expect(await heldOf33('transfer-encoding: chunked')).toHaveLength(32);
});

describe('long bodies that come at once', () => {
  it('are parsed one per turn of the event loop, short ones at once', async () => {
    const app = Fastify();
    limitBodies(app, maxBytes);
    const events: string[] = [];
    app.post('/', { preValidation: async () => void events.push('body') }, async () => ({}));
    await app.ready();
    const long = JSON.stringify({ text: 'x'.repeat(100_000) });
    let running = true;
    const turn = () => {
      events.push('turn');
      if (running) setImmediate(turn);
    };
    setImmediate(turn);
    const send = (payload: string) =>
      app.inject({
        method: 'POST',
        url: '/',
        payload,
        headers: { 'content-type': 'application/json' },
      });
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(long)));
    running = false;
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200));
    const text = events.join(' ');
    expect(text.match(/body/g)).toHaveLength(12);
    expect(text).not.toContain('body body');
    expect((await send('{')).statusCode).toBe(400);
    expect((await send(`{${' '.repeat(100_000)}`)).statusCode).toBe(400);
    await app.close();
  });
});
