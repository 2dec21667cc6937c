import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoBrowser, sendAs } from '#server/test/demo-flow.ts';
import { freePort, startServer, type ServerProcess } from '#server/test/server-process.ts';

let folder: string;
let server: ServerProcess;
let host: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attendance-demo-'));
  await chmod(folder, 0o755);
  server = await startServer({ dataDir: join(folder, 'data'), port: await freePort() });
  host = new URL(server.base).host;
});
afterAll(async () => {
  await server.stop('SIGINT');
  await rm(folder, { recursive: true, force: true });
});

const email = 'account@demo.example';
interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
}

describe('the demo sign-in under another name', () => {
  const paths = [
    '/',
    '/dashboard',
    '/healthz',
    '/nothing',
    '/api/v2/config/',
    '/api/v2/user/details/',
    '/idp/.well-known/openid-configuration',
    '/idp/auth',
    '/file/x/y',
  ];

  it.each([
    ['a name that is pointed at this computer', () => ({ host: 'evil.example' })],
    ['the same at our port', () => ({ host: `evil.example:${host.split(':')[1]}` })],
    ['a name below localhost', () => ({ host: `evil.${host}` })],
    ['loopback at another port', () => ({ host: 'localhost:1' })],
    ['loopback in disguise', () => ({ host: `2130706433:${host.split(':')[1]}` })],
    ['somebody in front of it', () => ({ host: `x@${host}` })],
    ['a page of another address', () => ({ host, origin: 'http://evil.example' })],
    ['a page without an address', () => ({ host, origin: 'null' })],
    ['a page of this computer at another port', () => ({ host, origin: 'http://localhost:1' })],
    ['a proxy that says for whom', () => ({ host, 'x-forwarded-for': '203.0.113.7' })],
    [
      'a proxy that says for which name',
      () => ({ host, 'x-forwarded-host': 'attendance.school.example' }),
    ],
    ['a proxy by RFC 7239', () => ({ host, forwarded: 'for=203.0.113.7' })],
    ['a proxy that names itself', () => ({ host, via: '1.1 proxy' })],
    ['a proxy of a content network', () => ({ host, 'cf-connecting-ip': '203.0.113.7' })],
    ['a tunnel', () => ({ host, 'x-client-ip': '203.0.113.7' })],
    ['a tunnel that says for whom', () => ({ host, 'tailscale-user-login': 'ada@school.example' })],
    ['a gateway', () => ({ host, 'wl-proxy-client-ip': '203.0.113.7' })],
  ])('%s: nothing is served, on any path', async (_what, headers) => {
    for (const path of paths)
      expect({ path, ...(await sendAs(server.base, path, { headers: headers() })) }).toMatchObject({
        path,
        status: 421,
      });
    expect((await demoBrowser(server.base, headers()).signIn(email)).status).toBe(421);
  });

  it.each([
    [
      'of HTTP 1.0, as nginx passes requests on',
      'GET /idp/.well-known/openid-configuration HTTP/1.0',
    ],
    [
      'for a whole address, as proxies are sent it',
      'GET http://evil.example/api/v2/config HTTP/1.1',
    ],
  ])('a request %s is not served', async (_what, line) => {
    const socket = connect(Number(host.split(':')[1]), 'localhost');
    socket.write(`${line}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 421 /);
  });

  it.each(['localhost', '127.0.0.1', '[::1]'])(
    'the name %s of this computer is served',
    async (name) => {
      const answer = await sendAs(server.base, '/api/v2/config/', {
        headers: { host: `${name}:${host.split(':')[1]}` },
      });
      expect(answer.status).toBe(200);
    },
  );
});

describe('the demo sign-in', () => {
  it('issues tokens to our own page, and to scripts of no other site', async () => {
    const answer = await demoBrowser(server.base, { host, origin: server.base }).signIn(email);
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'access-control-allow-origin': server.base },
    });
    expect(JSON.parse(answer.body)).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
    });
  });

  it.each(['form_post', 'fragment', 'web_message', 'jwt'])(
    'issues no code by %s',
    async (response_mode) => {
      const answer = await demoBrowser(server.base).signIn(email, { response_mode });
      expect(answer.status).not.toBe(200);
      expect(answer.body).not.toMatch(/name="code"/);
      expect(String(answer.headers.location ?? '')).not.toMatch(/[?&#]code=/);
    },
  );

  it('names the charset of its style and script', async () => {
    for (const path of ['/idp/style.css', '/idp/logout.js']) {
      const { headers } = await sendAs(server.base, path, { headers: { host } });
      expect([path, headers['content-type']]).toEqual([path, expect.stringContaining('utf-8')]);
    }
  });

  it('returns to its own addresses as they stand, and knows no other grants', async () => {
    const browser = demoBrowser(server.base);
    for (const redirect_uri of [
      `${server.base}/auth/callback/`,
      `${server.base}/auth/callback?x=1`,
      `${server.base}/auth/callback/../../x`,
      'http://evil.example/auth/callback',
    ])
      expect(await browser.authorize({ redirect_uri })).toMatchObject({ status: 400 });
    for (const response_type of ['token', 'id_token', 'code id_token'])
      expect(String((await browser.authorize({ response_type })).headers.location)).toMatch(
        /#error=(unsupported_response_type|unauthorized_client|invalid_request)&(?!.*token=)/,
      );
    for (const grant of ['password', 'client_credentials', 'implicit'])
      expect(
        await browser.send('/idp/token', {
          method: 'POST',
          body: `grant_type=${grant}&client_id=attendance-web&username=x&password=x`,
        }),
      ).toMatchObject({ status: 400, body: expect.stringContaining('unsupported_grant_type') });
  });

  it('ends the grant when a refresh token is used again', async () => {
    const browser = demoBrowser(server.base);
    const first = JSON.parse((await browser.signIn(email)).body) as Tokens;
    const second = JSON.parse((await browser.refresh(first.refresh_token)).body) as Tokens;
    expect(second.refresh_token).not.toBe(first.refresh_token);
    for (const token of [first.refresh_token, second.refresh_token])
      expect(await browser.refresh(token)).toMatchObject({
        status: 400,
        body: expect.stringContaining('invalid_grant'),
      });
  });

  it('gives tokens for a code once, and takes them back when it is used again', async () => {
    const browser = demoBrowser(server.base);
    const code = await browser.code(email);
    const tokens = JSON.parse((await browser.exchange(code)).body) as Tokens;
    expect(tokens.refresh_token).toEqual(expect.any(String));
    const refused = { status: 400, body: expect.stringContaining('invalid_grant') };
    expect(await browser.exchange(code)).toMatchObject(refused);
    expect(await browser.refresh(tokens.refresh_token)).toMatchObject(refused);
  });

  it('has the headers of all pages', async () => {
    for (const path of ['/idp/auth?client_id=x', '/idp/session/end', '/idp/interaction/x']) {
      const { headers } = await sendAs(server.base, path, { headers: { host } });
      expect([path, headers]).toMatchObject([
        path,
        {
          'permissions-policy': expect.stringContaining('camera=()'),
          'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
          'cache-control': 'no-store',
        },
      ]);
    }
  });

  it('ends with the logout: the refresh token and the session are deleted', async () => {
    const browser = demoBrowser(server.base);
    const first = JSON.parse((await browser.signIn(email)).body) as Tokens;
    const renewed = JSON.parse((await browser.refresh(first.refresh_token)).body) as Tokens;
    expect((await browser.revoke(renewed.refresh_token)).status).toBe(200);
    expect(await browser.refresh(renewed.refresh_token)).toMatchObject({
      status: 400,
      body: expect.stringContaining('invalid_grant'),
    });

    const silently = async () =>
      String((await browser.authorize({ prompt: 'none' })).headers.location);
    expect(await silently()).toContain('code=');
    const response = await browser.send(
      `/idp/session/end?id_token_hint=${renewed.id_token}&post_logout_redirect_uri=${encodeURIComponent(server.base)}`,
    );
    const xsrf = /name="xsrf" value="(\w+)"/.exec(response.body)![1]!;
    const ended = await browser.send('/idp/session/end/confirm', {
      method: 'POST',
      body: `xsrf=${xsrf}&logout=yes`,
    });
    expect(ended.headers.location).toMatch(new RegExp(`^${server.base}`));
    expect(await silently()).toContain('error=login_required');
  });
});
