import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ensurePrograms, versionsOf } from '../programs.ts';
import { openDemo, type Demo } from './demo.ts';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'attendance-sqlmap-'));

let demo: Demo;
beforeAll(async () => {
  ensurePrograms(['sqlmap']);
  console.log(versionsOf(['sqlmap']));
  demo = await openDemo({ POOL_SIZE: '16' });
}, 240_000);
afterAll(async () => {
  await demo?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Parameter {
  name: string;
  in: string;
  schema: { type?: string; enum?: string[]; format?: string; pattern?: string };
}
interface Description {
  paths: Record<string, { get?: { operationId: string; parameters?: Parameter[] } }>;
}

/** Something that the call may answer with rows. */
function exampleOf({ name, schema }: Parameter): string {
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  if (schema.type === 'integer' || schema.type === 'number') return '1';
  if (schema.type === 'boolean') return 'true';
  if (/date|from|to$|day/.test(name)) return '2026-11-18';
  return '1';
}

/** Addresses of all calls that read and have parameters. */
async function addresses(): Promise<string[]> {
  const description = (await (await demo.call('docs/json')).json()) as Description;
  return Object.entries(description.paths).flatMap(([path, { get }]) => {
    const parameters = (get?.parameters ?? []).filter((it) => it.in !== 'header');
    if (!get || parameters.length === 0 || /\/live\//.test(path)) return [];
    const filled = parameters
      .filter((it) => it.in === 'path')
      // The star: sqlmap tries this place of the path as well.
      .reduce((text, it) => text.replace(`{${it.name}}`, `${exampleOf(it)}*`), path);
    const query = parameters
      .filter((it) => it.in === 'query')
      .map((it) => `${it.name}=${encodeURIComponent(exampleOf(it))}`);
    return [`${demo.server.base}${filled}${query.length ? `?${query.join('&')}` : ''}`];
  });
}

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
  const client = new pg.Client(await demo.connection());
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

it('sqlmap finds none in a call that reads', async () => {
  const all = await addresses();
  expect(all.length).toBeGreaterThan(100);
  const authorization = `authorization: Bearer ${await demo.token()}`;
  const statuses: Record<number, number> = {};
  const found: string[] = [];
  const work = all.values();
  const worker = async () => {
    for (const url of work) {
      const { status } = await fetch(url.replaceAll('*', ''), {
        headers: { authorization: authorization.slice('authorization: '.length) },
      });
      statuses[status] = (statuses[status] ?? 0) + 1;
      const verdict = await judge(url, [`--headers=${authorization}`]);
      if (!isClean(verdict) || /\b(401|5\d\d) \(/.test(verdict))
        found.push(`${url}\n${verdict.slice(-2000)}`);
    }
  };
  await Promise.all([worker(), worker()]);
  console.log(`${all.length} calls; before they were changed they were answered`, statuses);
  expect(found).toEqual([]);
  expect(statuses[200]).toBeGreaterThan(all.length / 2);
  expect(statuses[401]).toBeUndefined();
  expect(demo.server.output()).not.toContain('"level":50');
}, 3_600_000);
