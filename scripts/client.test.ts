import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { isOpenToTokens } from '#contract/exchange/scopes.ts';
import { freePort } from '#server/test/server-process.ts';
import { makeAccessToken } from '#server/test/access-token.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { openReceiver } from '#server/test/webhook-receiver.ts';
import { addWebhookTo, dispatcherOf, sendAll, webhookSettings } from '#server/test/webhooks.ts';
import * as client from '../client/src/index.ts';
import { buildClient } from './client.ts';

const root = join(import.meta.dirname, '..');
const examples = join(root, 'client/examples');
const readJson = async (path: string) =>
  JSON.parse(await readFile(join(root, path), 'utf8')) as {
    version: string;
    dependencies: Record<string, string>;
  };

let school: TestSchool;
let url: string;
/** A project that has the package, as it would be published, and the examples. */
let project: string;
beforeAll(async () => {
  school = await createTestSchool({ env: webhookSettings });
  await school.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(school.app.server.address() as AddressInfo).port}`;
  project = await mkdtemp(join(tmpdir(), 'attendance-client-'));
  const installed = join(project, 'node_modules/@attendance/client');
  await mkdir(installed, { recursive: true });
  await buildClient(join(installed, 'dist'));
  await cp(join(root, 'client/package.json'), join(installed, 'package.json'));
  for (const name of ['zod', '@types', 'undici-types'])
    await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name));
  await cp(examples, project, { recursive: true });
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
});
afterAll(async () => {
  await school.close();
  await rm(project, { recursive: true });
});

/** Runs an example, as a person would. */
async function run(name: string, args: string[], env: Record<string, string>) {
  const command = name.endsWith('.sh') ? 'sh' : process.execPath;
  return promisify(execFile)(command, [name, ...args], {
    cwd: project,
    env: { PATH: process.env.PATH, ...env },
  }).then(
    ({ stdout }) => ({ code: 0, out: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      out: error.stdout + error.stderr,
    }),
  );
}

describe('the package', () => {
  it('has the version of the application, and zod as it has', async () => {
    const [own, of] = [await readJson('client/package.json'), await readJson('package.json')];
    expect(own.version).toBe(of.version);
    expect(own.dependencies).toEqual({ zod: of.dependencies.zod });
  });

  it('is one file of JavaScript that imports nothing', async () => {
    const built = join(project, 'node_modules/@attendance/client/dist');
    const text = await readFile(join(built, 'index.js'), 'utf8');
    expect(text.length).toBeLessThan(60_000);
    expect(text).not.toMatch(/\bfrom\s+["']|\bimport\s*\(|mantine|react/i);
    const scripts = (await readdir(built, { recursive: true })).filter((it) => it.endsWith('.js'));
    expect(scripts).toEqual(['index.js']);
  });

  it('has every call that tokens reach', () => {
    const reached = new Set(
      Object.values(client).flatMap((group) =>
        Object.values(group as object).flatMap((it: unknown) => addressesIn(it)),
      ),
    );
    const missing = endpoints
      .filter(({ endpoint }) => isOpenToTokens(endpoint))
      .filter(({ endpoint: { method, path } }) => !reached.has(`${method} ${path}`));
    expect(missing.map(({ key }) => key)).toEqual([]);
  });

  it('compiles in strict projects, with wrong calls refused', async () => {
    await writeFile(
      join(project, 'wrong.ts'),
      `import { attendance, createClient, students } from '@attendance/client';
const client = createClient({ url: '', token: '' });
await client.request(students.studentEndpoints.get, {});
await client.request(students.studentEndpoints.list, { query: { colour: 'red' } });
await client.request(attendance.markAttendance, { body: { rfid_number: '1' } });
const { total } = await client.request(students.studentEndpoints.list);
const text: string = total;
export { text };
`,
    );
    const options =
      '--noEmit --strict --target es2024 --lib esnext,dom --module nodenext --types node --verbatimModuleSyntax';
    const sources = ['list-students.ts', 'record-mark.ts', 'receive-webhooks.ts', 'wrong.ts'];
    const compiled = await promisify(execFile)(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), ...options.split(' '), ...sources],
      { cwd: project },
    ).catch(({ stdout }: { stdout: string }) => ({ stdout }));
    const errors = compiled.stdout.matchAll(/^([\w.-]+)\((\d+),/gm);
    expect([...errors].map(([, file, line]) => `${file} ${line}`)).toEqual(
      [3, 4, 5, 7].map((line) => `wrong.ts ${line}`),
    );
  });
});

/** `GET /config/` of an endpoint, or of the calls of a resource. */
function addressesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('method' in value && 'path' in value)
    return [`${String(value.method)} ${String(value.path)}`];
  return Object.values(value).flatMap((it: unknown) =>
    typeof it === 'object' && it !== null && 'method' in it ? addressesIn(it) : [],
  );
}

describe('the examples, run against a server', () => {
  it('list-students.ts reads all pages', async () => {
    const { token } = await makeAccessToken(school, ['Students:read']);
    const count = 230;
    await school.pool.query(
      `insert into student (student_id, first_name, last_name, phone_number, date_of_birth)
       select 'C' || to_char(n, 'FM000'), 'Cleo', 'Client', '0400000000', '2004-05-06' from generate_series(1, $1::int) n`,
      [count],
    );
    const all = (await school.call('admin', 'GET', 'attendance/students/?limit=1')).body.total;
    const env = { ATTENDANCE_URL: url, ATTENDANCE_TOKEN: token };
    const { code, out } = await run('list-students.ts', [], env);
    const lines = out.trim().split('\n');
    expect([code, lines.at(-1), lines.length]).toEqual([0, `${all} students`, all + 1]);
    expect(lines).toContain('C230 Cleo Client');
    expect(new Set(lines).size).toBe(lines.length);
  });

  it('record-mark.ts marks once, however often it is run; a mistake is named', async () => {
    const { token } = await makeAccessToken(school, ['Attendance:add']);
    const env = { ATTENDANCE_URL: url, ATTENDANCE_TOKEN: token };
    const args = ['S1', String(await school.classId('mon9')), '2026-03-02'];
    const first = await run('record-mark.ts', args, env);
    expect(first).toEqual({ code: 0, out: expect.stringMatching(/^S1: /) });
    expect(await run('record-mark.ts', args, env)).toEqual(first);
    const history = await school.pool.query(
      'select from attendance_history where token_id is not null',
    );
    expect(history.rowCount).toBe(1);
    const wrong = await run('record-mark.ts', ['S1', args[1] ?? '', 'today'], env);
    expect(wrong.code).toBe(1);
    expect(wrong.out).toMatch(/^400: .*"date":\[/);
    const refused = await run('record-mark.ts', args, { ...env, ATTENDANCE_TOKEN: `${token}x` });
    expect(refused.out).toMatch(/^401: This access token is incomplete/);
  });

  it('receive-webhooks.ts takes events of the server, and no others', async () => {
    const port = await freePort();
    const receiver = `http://127.0.0.1:${port}/`;
    const { secret } = await addWebhookTo(school, receiver, ['students']);
    const child = spawn(process.execPath, ['receive-webhooks.ts'], {
      cwd: project,
      env: { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill());
    const lines: string[] = [];
    createInterface(child.stdout).on('line', (line) => lines.push(line));
    await expect.poll(() => lines).toEqual(['Listening']);
    const made = await school.call('admin', 'POST', 'attendance/students/create/', {
      student_id: 'W1',
      first_name: 'Wim',
      last_name: 'Webhook',
      phone_number: '0400000000',
      date_of_birth: '2004-05-06',
    });
    await sendAll(dispatcherOf(school));
    await expect.poll(() => lines).toHaveLength(2);
    expect(lines[1]).toBe(`student.created {"student":${made.body.id}}`);
    const forged = await fetch(receiver, {
      method: 'POST',
      body: '{"type":"student.deleted","data":{}}',
      headers: {
        'webhook-id': 'x',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': `v1,${'A'.repeat(43)}=`,
      },
    });
    expect(forged.status).toBe(400);
    expect(lines).toHaveLength(2);
  });

  it('verify-webhook.sh tells genuine requests from forged ones', async () => {
    const receiver = await openReceiver();
    onTestFinished(() => receiver.close());
    const { id, secret } = await addWebhookTo(school, receiver.url, ['students']);
    await school.call('admin', 'POST', `attendance/webhooks/${id}/test/`, {});
    const { id: message, timestamp, signature, text } = receiver.received[0]!;
    const verify = (body: string, time = timestamp) =>
      new Promise<string>((resolve) => {
        const child = execFile(
          'sh',
          ['verify-webhook.sh', message, time, signature],
          { cwd: project, env: { PATH: process.env.PATH, WEBHOOK_SECRET: secret } },
          (_error, stdout) => resolve(stdout.trim()),
        );
        child.stdin?.end(body);
      });
    expect(await verify(text)).toBe('genuine');
    expect(await verify(text.replace('test', 'tast'))).toBe('forged');
    expect(await verify(text, String(Number(timestamp) - 400))).toBe('forged');
  });

  it('stand in docs/api.md as they are', async () => {
    const manual = await readFile(join(root, 'docs/api.md'), 'utf8');
    const quoted = new Map(
      [...manual.matchAll(/<!-- (client\/examples\/[\w.-]+) -->\n+```\w+\n([\s\S]*?)```/g)].map(
        ([, name, text]) => [name, text],
      ),
    );
    for (const name of await readdir(examples)) {
      const path = `client/examples/${name}`;
      expect([path, quoted.get(path)]).toEqual([path, await readFile(join(root, path), 'utf8')]);
    }
  });
});
