import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from './test/test-school.ts';
import { pdf, jpeg, png, sendFile, uploadFile } from './test/upload.ts';

describe('response headers', () => {
  let school: TestSchool;
  let webFolder: string;
  beforeAll(async () => {
    webFolder = await mkdtemp(join(tmpdir(), 'attendance-web-'));
    await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>Attendance</title>');
    await writeFile(join(webFolder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
    const provider = {
      OIDC_ISSUER: 'https://login.school.example',
      OIDC_CLIENT_ID: 'web',
      OIDC_AUDIENCE: 'attendance',
    };
    school = await createTestSchool({
      webFolder,
      env: { PUBLIC_URL: 'https://attendance.school.example', ...provider },
    });
  });
  afterAll(async () => {
    await school.close();
    await rm(webFolder, { recursive: true });
  });

  it('of pages: only our own scripts, never in a frame, on TLS for a year, no sniffing, no referrer for other sites, no devices', async () => {
    for (const path of ['/', '/dashboard', '/students/add?edit=1']) {
      const { headers, status } = await school.call('anonymous', 'GET', path);
      expect(status).toBe(200);
      const policy = Object.fromEntries(
        String(headers['content-security-policy'])
          .split(';')
          .map((rule) => [rule.split(' ')[0], rule]),
      );
      expect(policy).toMatchObject({
        'default-src': "default-src 'self'",
        'script-src': "script-src 'self'",
        'frame-ancestors': "frame-ancestors 'none'",
        'object-src': "object-src 'none'",
        'base-uri': "base-uri 'none'",
        'form-action': "form-action 'self'",
      });
      expect(headers).toMatchObject({
        'strict-transport-security': expect.stringContaining('max-age=31536000'),
        'x-content-type-options': 'nosniff',
        'x-frame-options': expect.any(String),
        'referrer-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'cross-origin-opener-policy': 'same-origin-allow-popups',
      });
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  it('of the sign-in’s callback: with the page that opened it, which a provider of another origin would part it from', async () => {
    for (const [path, policy] of [
      ['/auth/callback?code=1&state=2', 'unsafe-none'],
      ['/auth/callback', 'unsafe-none'],
      // In the demo the provider is our own.
      ['/idp/.well-known/openid-configuration', 'unsafe-none'],
      ['/auth/callbacks', 'same-origin-allow-popups'],
      ['/dashboard?next=/auth/callback', 'same-origin-allow-popups'],
    ] as const) {
      const { headers } = await school.call('anonymous', 'GET', path);
      expect([path, headers['cross-origin-opener-policy']]).toEqual([path, policy]);
    }
  });

  it('of the roll that is being taken and the page at the door: their own camera, and WebAssembly to read its codes (R-CAM-2)', async () => {
    for (const [path, allowed] of [
      ['/attendance/add?id=1&date=2026-03-02&camera=true', true],
      ['/attendance/add/', true],
      ['/door/', true],
      ['/attendance/view?id=1', false],
      ['/attendance/addition', false],
      ['/dashboard?next=/attendance/add', false],
      ['/students/add', false],
      ['/', false],
    ] as const) {
      const { headers } = await school.call('anonymous', 'GET', path);
      expect([path, String(headers['permissions-policy']).split(', ')[0]]).toEqual([
        path,
        allowed ? 'camera=(self)' : 'camera=()',
      ]);
      expect(String(headers['permissions-policy'])).toContain('microphone=()');
      expect([path, headers['content-security-policy']]).toEqual([
        path,
        allowed
          ? expect.stringContaining("script-src 'self' 'wasm-unsafe-eval';")
          : expect.not.stringContaining('unsafe-eval'),
      ]);
    }
  });

  it('of a page without its body: the same as with it', async () => {
    for (const url of ['/', '/dashboard', '/healthz', '/readyz']) {
      const [head, get] = [
        await school.app.inject({ method: 'HEAD', url }),
        await school.app.inject({ method: 'GET', url }),
      ];
      expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([
        200,
        '',
        get.headers['content-type'],
      ]);
    }
  });

  it('of a message’s stop page: no devices', async () => {
    const path = `/api/v2/attendance/message-stop/s1-${'a'.repeat(22)}`;
    const { headers, status } = await school.call('anonymous', 'GET', path);
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(headers['permissions-policy']).toContain('camera=()');
  });

  it('of API responses: no page, not cached, also when the address cannot be read', async () => {
    for (const path of [
      'config/',
      'attendance/students/',
      '/%61pi/v2/attendance/students/',
      'nothing',
      'attendance/students/%zz',
      `attendance/students/${'x'.repeat(300)}`,
    ]) {
      const { headers, body } = await school.call('admin', 'GET', path);
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-request-id': expect.any(String),
        'strict-transport-security': expect.stringContaining('max-age=31536000'),
      });
      expect(body).toBeTypeOf('object');
    }
  });

  it('of a vector picture: its charset', async () => {
    const { headers } = await school.call('anonymous', 'GET', '/icon.svg');
    expect(headers['content-type']).toBe('image/svg+xml; charset=utf-8');
  });

  it('of another origin’s scripts: nothing is allowed', async () => {
    const { headers } = await school.call('admin', 'GET', 'attendance/students/', undefined, {
      origin: 'https://elsewhere.example',
    });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('a file with a script inside', () => {
  let school: TestSchool;
  beforeAll(async () => {
    school = await createTestSchool();
  });
  afterAll(() => school.close());

  const script = '<script>alert(document.domain)</script>';
  const jpegHead = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`;

  it.each([
    ['a vector picture', Buffer.from(svg)],
    [
      'a vector picture behind a declaration',
      Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg>${svg}`),
    ],
    ['a vector picture behind a byte order mark', Buffer.from(`\ufeff${svg}`)],
    ['a page', Buffer.from(`<!doctype html>${script}`)],
    ['a script', Buffer.from('alert(1)')],
    ['a picture’s first letters alone', Buffer.from(`\u0089PN${script}`, 'latin1')],
    ['a picture’s head alone', Buffer.concat([jpegHead, Buffer.from(`/*${script}*/=alert(1)`)])],
    ['an archive', Buffer.from('504b0304140000000800', 'hex')],
    ['a program', Buffer.from('4d5a90000300000004000000ffff0000', 'hex')],
  ])('%s is refused under every name', async (_what, bytes) => {
    for (const name of ['me.png', 'me.svg', 'me.png.html', '../../me.html', 'me.pdf\u0000.html']) {
      for (const category of ['student-profile', 'leave-application']) {
        expect(
          (await sendFile(school, 'account', `/file/${category}`, 'files', bytes, name)).status,
        ).toBe(415);
      }
    }
  });

  it.each([
    ['student-profile', 'image/png', Buffer.concat([png, Buffer.from(script)])],
    ['student-profile', 'image/jpeg', Buffer.concat([jpeg, Buffer.from(`/*${script}*/=alert(1)`)])],
    [
      'leave-application',
      'application/pdf',
      Buffer.concat([pdf, Buffer.from(`\n<html>${script}`)]),
    ],
  ] as const)(
    '%s: a %s that is a page as well stays what it was taken for, and can do nothing',
    async (category, type, bytes) => {
      const link = await uploadFile(school, category, bytes, 'me.html');
      expect(link).toMatch(/^\/file\/[\w-]+\/[\w-]+\.(png|jpg|pdf)\?/);
      const { headers, rawPayload } = await school.app.inject({ url: link });
      // Bytes after an image’s end are not stored.
      expect(rawPayload.includes(script)).toBe(type === 'application/pdf');
      expect(headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition':
          type === 'application/pdf'
            ? expect.stringMatching(/^attachment/)
            : expect.stringMatching(/^inline; filename=/),
      });
    },
  );
});

describe('limits', () => {
  let school: TestSchool;
  let port: number;
  beforeAll(async () => {
    school = await createTestSchool({ env: { REQUEST_SECONDS: '1' } });
    await school.app.listen({ port: 0, host: '127.0.0.1' });
    port = (school.app.server.address() as { port: number }).port;
  });
  afterAll(() => school.close());

  /** Sends raw bytes, and returns what was received until the connection was closed. */
  const raw = async (sent: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(sent);
    return text(socket);
  };
  const head =
    'POST /api/v2/attendance/students/create HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n';

  it('a body that is too large is refused before it is read', async () => {
    const { status, body } = await school.call('account', 'POST', 'attendance/courses/create/', {
      name: 'x'.repeat(600_000),
    });
    expect([status, body]).toEqual([413, { detail: 'The request is too large.' }]);
  });

  it('headers of more than 16 KB are refused', async () => {
    expect(
      await raw(`GET /healthz HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`),
    ).toContain('431');
  });

  it('clients that send headers or a body very slowly are disconnected', async () => {
    expect(await raw(`${head}x: `)).toMatch(
      /^HTTP\/1.1 408 [^]*"detail":"The request took too long/,
    );
    expect(await raw(`${head}content-length: 100\r\n\r\n{"name`)).toContain('408');
  });

  it('a request that proxies could read as two requests is refused', async () => {
    expect(
      await raw(
        `${head}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n`,
      ),
    ).toContain('400');
  });
});

it('the log has requests without secrets and without search texts', async () => {
  let log = '';
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      log += line.toString();
      done();
    },
  });
  const school = await createTestSchool({ log: stream, env: { LOG_LEVEL: 'trace' } });
  const token = await school.token('account');
  await school.call('account', 'GET', 'attendance/students/?search=%C3%85ngstr%C3%B6m');
  await school.call('account', 'POST', 'attendance/students/create/', {
    student_id: 'S1',
    first_name: 'Quentin',
    last_name: 'Quirk',
  });
  const link = await uploadFile(school, 'student-profile', png, 'quirk.png');
  await school.call('anonymous', 'GET', link);
  const calendar = await school.call('teacher', 'POST', 'attendance/calendar-link/create/', {});
  const secret = String(calendar.body.url).split('/').at(-1)!;
  expect((await school.call('anonymous', 'GET', `attendance/calendar/${secret}`)).status).toBe(200);
  await school.call('stranger', 'GET', 'user/details/');
  // An unexpected error logs no row.
  await school.pool.query(`alter table course add constraint no_quirk check (name <> 'Quirk')`);
  expect(
    (await school.call('account', 'POST', 'attendance/courses/create/', { name: 'Quirk' })).status,
  ).toBe(500);
  await school.close();

  expect(log).toContain('"route":"/api/v2/attendance/students"');
  expect(log).toContain('"constraint":"no_quirk"');
  const secrets = [
    token,
    token.split('.')[2]!,
    new URL(link, 'http://x').searchParams.get('signature')!,
    secret.replace('.ics', ''),
  ];
  for (const never of [
    ...secrets,
    'ngstr',
    'Quentin',
    'Quirk',
    'quirk.png',
    'leo@school.example',
    'sam@elsewhere.example',
    'authorization',
  ]) {
    expect({ never, found: log.includes(never) }).toEqual({ never, found: false });
  }
});
