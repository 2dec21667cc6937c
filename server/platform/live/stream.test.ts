import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Permissions } from '#contract/permissions.ts';
import { createIssuer, type Issuer } from '#server/test/issuer.ts';
import { ApiError, forbidden } from '../http/api-error.ts';
import { followChanges } from '#contract/attendance/attendance.endpoints.ts';
import { guard } from '../http/guard.ts';
import { createVerifier } from '../identity/verifier.ts';
import { createLiveHub, maxStreamsPerUser, type LiveHub } from './hub.ts';
import { streamChanges } from './stream.ts';

let issuer: Issuer;
let hub: LiveHub;
let app: FastifyInstance;
let base: string;
let permissions: Permissions;
let known: boolean;
let isAllowed: boolean;
beforeEach(async () => {
  issuer = await createIssuer();
  permissions = { Attendance: ['read'] };
  known = true;
  isAllowed = true;
  hub = createLiveHub({
    connection: { host: 'localhost', port: 1, user: 'nobody', database: 'none' },
    notify: () => Promise.reject(new Error('no database here')),
    poll: async () => ({ changes: [], mark: 0 }),
    log: () => {},
  });
  const verify = createVerifier(issuer);
  app = Fastify({ exposeHeadRoutes: false });
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof ApiError ? error.status : 500).send({}),
  );
  guard(
    app,
    async (token) => {
      const { email, name } = await verify(token);
      if (!known) throw forbidden('not known');
      return {
        id: email.length,
        email,
        name,
        roles: ['teacher'],
        permissions,
        teacherId: 1,
        studentId: null,
      };
    },
    () => Promise.reject(new ApiError(401, {})),
  );
  app.get('/api/live', { config: { endpoint: followChanges } }, (request, reply) =>
    streamChanges(request, reply, hub, {
      topics: ['topic'],
      describe: async () => ({}),
      isAllowed: () => isAllowed,
      pingMs: 40,
    }),
  );
  base = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(async () => {
  hub.endStreams();
  await app.close();
  await hub.stop();
});

const open = async (expiresAt: number | string = '1h', email = 'tess@school.example') => {
  const stop = new AbortController();
  const token = await issuer.token({ email }, { expiresAt });
  const answer = await fetch(`${base}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  return {
    status: answer.status,
    ended: answer.text().catch(() => 'cut'),
    close: () => stop.abort(),
  };
};
const inSeconds = (seconds: number) => Math.ceil(Date.now() / 1000) + seconds;

describe('an open stream', () => {
  it('continues while the permission exists', async () => {
    const stream = await open();
    expect(stream.status).toBe(200);
    const heard = await Promise.race([
      stream.ended,
      new Promise((resolve) => setTimeout(resolve, 200, 'still open')),
    ]);
    expect(heard).toBe('still open');
    hub.endStreams();
    expect(await stream.ended).toContain(': ping');
  });

  it('ends when the role is removed', async () => {
    const stream = await open();
    permissions = {};
    expect(await stream.ended).toMatch(/^retry/);
  });

  it('ends within seconds when a setting takes the right back, and at a change at once', async () => {
    const stream = await open();
    isAllowed = false;
    hub.publish('topic', [1]);
    expect(await stream.ended).not.toContain('event: changed');
    isAllowed = true;
    const quiet = await open();
    isAllowed = false;
    expect(await quiet.ended).toMatch(/^retry/);
  });

  it('ends when the user no longer exists', async () => {
    const stream = await open();
    known = false;
    expect(await stream.ended).toMatch(/^retry/);
  });

  it('ends with the token, not later', async () => {
    const expiresAt = inSeconds(1);
    const stream = await open(expiresAt);
    await stream.ended;
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt * 1000 - 50);
    expect(Date.now()).toBeLessThan(expiresAt * 1000 + 2000);
  });
});

it('one user has a limit of streams; closing one frees a place, and others have their own', async () => {
  const streams = [];
  for (let number = 0; number < maxStreamsPerUser; number++) streams.push(await open());
  expect(streams.every(({ status }) => status === 200)).toBe(true);
  expect((await open()).status).toBe(429);
  expect((await open('1h', 'somebody-else@school.example')).status).toBe(200);
  streams[0]!.close();
  await streams[0]!.ended;
  await expect.poll(async () => (await open()).status).toBe(200);
});
