import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
async function judge(url: string): Promise<string> {
  const authorization = `Bearer ${await demo.token()}`;
  const { stdout } = await run(
    'sqlmap',
    ['-u', url, `--headers=Authorization: ${authorization}`, `--output-dir=${folder}`, ...options],
    { maxBuffer: 1 << 26 },
  );
  return stdout;
}

it('sqlmap finds no parameter of a call that reads through which SQL could be injected', async () => {
  const all = await addresses();
  expect(all.length).toBeGreaterThan(80);
  const found: string[] = [];
  let requests = 0;
  const work = all.values();
  const worker = async () => {
    for (const url of work) {
      const verdict = await judge(url);
      requests += Number(/(\d+) HTTP\(S\) requests/.exec(verdict)?.[1] ?? 0);
      const isClean = verdict.includes('all tested parameters do not appear to be injectable');
      if (!isClean || /\b5\d\d \(/.test(verdict)) found.push(`${url}\n${verdict.slice(-2000)}`);
    }
  };
  await Promise.all([worker(), worker()]);
  console.log(`${all.length} calls`, requests);
  expect(found).toEqual([]);
  expect(demo.server.output()).not.toContain('"level":50');
}, 3_600_000);
