import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { ensurePrograms, versionsOf } from '../programs.ts';
import { readCalls, type ReadCall } from './read-calls.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'attendance-sqlmap-'));

let school: TestSchool;
let base: string;
let log = '';
beforeAll(async () => {
  ensurePrograms(['sqlmap']);
  console.log(versionsOf(['sqlmap']));
  school = await createTestSchool({
    env: { STUDENT_SIGN_IN: 'true', LOG_LEVEL: 'error' },
    log: new Writable({
      write(chunk, _encoding, done) {
        log += String(chunk);
        done();
      },
    }),
  });
  for (const caller of ['teacher', 'otherTeacher', 'student', 'otherStudent', 'account'] as const)
    await school.call(caller, 'GET', 'user/details/');
  base = await school.app.listen({ host: '127.0.0.1', port: 0 });
}, 240_000);
afterAll(async () => {
  await school?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Without the techniques that wait for seconds. */
const options =
  '--batch --flush-session --disable-coloring --dbms=PostgreSQL --level=2 --risk=2 --technique=BEUSQ --threads=4 --ignore-code=*'.split(
    ' ',
  );

/** What sqlmap says of an address. */
async function judge(url: string, headers: string[] = []): Promise<string> {
  const results = mkdtempSync(join(folder, 'results-'));
  const { stdout } = await run(
    'sqlmap',
    ['-u', url, ...headers, `--output-dir=${results}`, ...options],
    { maxBuffer: 1 << 26, timeout: 600_000 },
  );
  return stdout;
}

const isClean = (verdict: string) =>
  verdict.includes('all tested parameters do not appear to be injectable');

it('sqlmap finds a parameter that is put into a statement as it is', async () => {
  const client = new pg.Client(school.connection);
  await client.connect();
  const careless = createServer((request, response) => {
    const name = new URL(request.url ?? '', 'http://localhost').searchParams.get('name');
    client.query(`select first_name from student where last_name like '${name}%'`).then(
      ({ rows }) => response.end(JSON.stringify(rows)),
      () => response.writeHead(400).end(),
    );
  }).listen(0, '127.0.0.1');
  await once(careless, 'listening');
  const { port } = careless.address() as AddressInfo;
  const verdict = await judge(`http://127.0.0.1:${port}/?name=M`);
  careless.close();
  await client.end();
  expect(isClean(verdict)).toBe(false);
  expect(verdict).toContain("parameter 'name' is");
});

it('sqlmap finds none in a call that reads, with parameters that the call accepts', async () => {
  const calls = await readCalls(school);
  const parameters = calls.reduce((sum, one) => sum + one.parameters, 0);
  console.log(`${calls.length} addresses with ${parameters} parameters`);
  expect(calls.length).toBeGreaterThan(120);
  const bearers = new Map(
    await Promise.all(
      (['account', 'student', 'device'] as const).map(
        async (caller) => [caller, await school.token(caller)] as const,
      ),
    ),
  );
  const headerOf = ({ caller }: ReadCall) => `Bearer ${bearers.get(caller)}`;
  // A call that is refused beforehand is not tried at all.
  const refused: string[] = [];
  for (const call of calls) {
    const address = `${base}${call.path.replaceAll('*', '')}`;
    const answer = await fetch(address, { headers: { authorization: headerOf(call) } });
    const text = await answer.text();
    if (!answer.ok) refused.push(`${answer.status} ${address} ${text.slice(0, 300)}`);
  }
  expect(refused).toEqual([]);
  const found: string[] = [];
  const work = calls.values();
  const worker = async () => {
    for (const call of work) {
      const url = `${base}${call.path}`;
      const verdict = await judge(url, [`--headers=authorization: ${headerOf(call)}`]);
      const tried = new Set(
        [...verdict.matchAll(/testing for SQL injection on (?:GET|URI) parameter '([^']+)'/g)].map(
          ([, name]) => name,
        ),
      );
      if (tried.size !== call.parameters)
        found.push(`${url}: ${tried.size} of ${call.parameters} parameters were tried`);
      if (!isClean(verdict) || /\b(401|5\d\d) \(/.test(verdict))
        found.push(`${url}\n${verdict.slice(-2000)}`);
    }
  };
  await Promise.all([worker(), worker()]);
  expect(found).toEqual([]);
  expect(log).not.toContain('"level":50');
}, 3_600_000);
