import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';
import { sql } from 'kysely';
import { parse } from 'yaml';
import { z } from 'zod';
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

const ruleFile = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z
            .string()
            .regex(/^\d+[smh]$/)
            .optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});

describe('the alerts', () => {
  const rules = ruleFile.parse(parse(alerts)).groups.flatMap((group) => group.rules);
  const ruleOf = (name: string) => rules.find(({ alert }) => alert === name)?.expr ?? '';

  it('are rules with closed brackets, each with a name of its own', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { expr } of rules) {
      for (const [open, close] of ['()', '{}', '[]'].map((pair) => [...pair] as [string, string]))
        expect([expr, expr.split(open).length]).toEqual([expr, expr.split(close).length]);
    }
  });

  it.each(['AttendanceDown', 'BackupTooOld', 'RestoreNotTested'])(
    '%s fires where there is no series as well',
    (name) => expect(ruleOf(name)).toMatch(/or absent\(/),
  );

  it('count no checks of a load balancer as errors, and the first mail that fails', () => {
    expect(ruleOf('AttendanceErrors').match(/route!~"\/readyz\|\/drainz"/g)).toHaveLength(2);
    expect(ruleOf('MailsFail')).toContain('unless');
  });

  it('are read by the scrape configuration, whose job they name', () => {
    const scraped = z
      .object({
        rule_files: z.array(z.string()),
        scrape_configs: z.array(z.object({ job_name: z.string(), metrics_path: z.string() })),
      })
      .parse(parse(read('deploy/monitoring/prometheus.yml')));
    expect(scraped.rule_files).toEqual(['alerts.yml']);
    expect(scraped.scrape_configs).toEqual([{ job_name: 'attendance', metrics_path: '/metrics' }]);
  });
});

it('the load balancer looks at what a process says of itself alone, twice before it takes it out', () => {
  const [, processes = ''] = read('deploy/haproxy.cfg').split('\nbackend processes');
  expect(processes).toMatch(/httpchk GET \/drainz\n/);
  expect(processes).toMatch(/fall 2 /);
  expect(school.app.hasRoute({ method: 'GET', url: '/drainz' })).toBe(true);
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
