import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { sql } from 'kysely';
import { inTransaction } from '../database/transactions.ts';
import { recordRun } from './runs.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const alerts = read('deploy/monitoring/alerts.yml');
const dashboard = read('deploy/monitoring/grafana.json');

let school: TestSchool;
let metrics: string;
beforeAll(async () => {
  school = await createTestSchool({ env: { REPLICATION: 'asynchronous' } });
  await recordRun(school.database, 'backup');
  await school.call('teacher', 'GET', 'attendance/students/1/');
  metrics = (await school.call('anonymous', 'GET', '/metrics')).body;
});
afterAll(() => school.close());

/** Names of metrics in expressions. */
const metricsIn = (text: string): string[] => [
  ...new Set(
    text.match(/\b(http_request|database|mail|operation|nodejs|process)_[a-z0-9_]+\b/g) ?? [],
  ),
];

it('counts the transactions that were repeated, by reason', async () => {
  const deadlocks = async () => {
    const { body } = await school.call('anonymous', 'GET', '/metrics');
    expect(body).toMatch(/retries\{reason="serialization"\} \d+/);
    return Number(/retries\{reason="deadlock"\} (\d+)/.exec(body)?.[1]);
  };
  // Work in the background of this process may have been repeated, too.
  const before = await deadlocks();
  let tries = 0;
  await inTransaction(school.database, async (trx) => {
    tries++;
    if (tries === 1) await sql`do $$ begin raise deadlock_detected; end $$`.execute(trx);
  });
  expect(tries).toBe(2);
  expect(await deadlocks()).toBeGreaterThan(before);
});

describe('the dashboard and the alerts', () => {
  it.each([
    ['alerts', alerts],
    ['dashboard', dashboard],
  ])('name metrics that the server has: %s', (_what, text) => {
    const named = metricsIn(text);
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((name) => !metrics.includes(name))).toEqual([]);
  });

  it('name routes that the server has', async () => {
    const routes = new Set(
      [...`${alerts}${dashboard}`.matchAll(/route=\\?"([^"\\]+)/g)].map((match) => match[1]!),
    );
    expect(routes.size).toBe(1);
    for (const route of routes)
      expect(school.app.hasRoute({ method: 'POST', url: route })).toBe(true);
  });

  it('lead to sections of the handbook that exist', () => {
    const headings = [...read('docs/operations.md').matchAll(/^#{2,3} (.+)$/gm)].map((match) =>
      match[1]!
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    );
    const anchors = [...alerts.matchAll(/operations\.md#([\w-]+)/g)].map((match) => match[1]!);
    expect(anchors.length).toBe(alerts.split('- alert:').length - 1);
    expect(anchors.filter((anchor) => !headings.includes(anchor))).toEqual([]);
  });
});
