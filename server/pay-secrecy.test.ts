import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { OpenApi } from './test/openapi.ts';
import type { TestSchool } from './test/test-school.ts';
import { ask, createPaySchool, found } from './test/secrecy/ask.ts';
import {
  codeIds,
  secretsOfTess,
  secretsOfTheo,
  secrets,
  setPayVariant,
} from './test/secrecy/pay.ts';
import { probesOf } from './test/secrecy/probes.ts';

/**
 * No GET call discloses a rate, an amount or a pay code. Two variants of the institute differ in
 * pay alone: a user without permission for pay gets the same responses in both, for every filter,
 * order, search, group, count and record.
 */
let school: TestSchool;
let probes: [route: string, urls: string[]][];
beforeAll(async () => {
  school = await createPaySchool();
  probes = probesOf(
    (await school.call('anonymous', 'GET', 'openapi.json')).body as OpenApi,
    endless,
  );
});
afterAll(() => school.close());

/** A stream does not end; pay-secrecy-writes.test.ts reads one. */
const endless = (route: string) => /\/live\/?$/.test(route);
/**
 * These grow with the requests of this test: they are searched for secrets, but not compared; they
 * repeat ids of requests.
 */
const growing = (route: string) =>
  /\/(audit|audit-export|jobs|inbox|student-details\/\{student\}\/export)(\/|$)/.test(route);
const isId = (needle: string) => /^77\d{5}$/.test(needle);

/** One teacher stands for the other here; `npm run proof secrecy` tries both, and everything. */
const isWhole = process.env.EVERY_CALLER === 'true';
const ignorant = [
  ['teacher', [...secrets, ...secretsOfTheo]],
  ...(isWhole ? [['otherTeacher', [...secrets, ...secretsOfTess]] as const] : []),
  ['admin', [...secrets, ...secretsOfTess, ...secretsOfTheo]],
] as const;

/** Here a teacher takes every third address of a call, and an administrator the next ones. */
const isTaken = (caller: string, place: number) =>
  isWhole || place % 3 === (caller === 'admin' ? 1 : 0) || place === 0;

/** The response without the request's own address, which its links repeat, and without the card of the query. */
const withoutAddress = (url: string, { text, headers }: { text: string; headers: string }) => {
  const card = new URL(url, 'http://localhost').searchParams.get('number');
  return `${headers} ${text.replaceAll(/"(next|previous)":"[^"]*"/g, '')}`
    .replaceAll(JSON.stringify(url), '')
    .replaceAll(`"number":${JSON.stringify(card)}`, '');
};

describe('the pay of a check-in', () => {
  // First: later the log repeats the requests of this test.
  it('the audit log records that pay was changed, without the pay code of a class', async () => {
    const mon9 = await school.classId('mon9');
    await school.call('account', 'PATCH', `attendance/classschedule/${mon9}/`, {
      payroll_id: codeIds[1],
    });
    const log = (await school.call('account', 'GET', 'attendance/payroll-logs/?flag=stand_in')).body
      .results[0];
    await school.call('account', 'PATCH', `attendance/payroll-logs/${log.id}/`, {
      payroll_id: codeIds[0],
      amount_need_to_be_paid: '98765.43',
      reason: 'x',
    });
    await school.call('account', 'POST', 'attendance/payrolls/create/', {
      paycode: 'ZQ-SECRET-99',
      amount: 98_765.43,
      paycode_type: 'tutorial_regular',
    });
    await school.call('account', 'GET', `attendance/payroll-logs-export/?payroll=${codeIds[0]}`);
    // As an earlier version wrote it.
    await school.database
      .insertInto('audit')
      .values({
        at: '2026-03-01T00:00:00Z',
        user_id: null,
        actor: 'x',
        role: null,
        kind: 'change',
        what: 'Change class schedule',
        about: JSON.stringify({ id: mon9, payroll_id: codeIds[1] }),
        status: 200,
        request_id: null,
        session: null,
      })
      .execute();
    const listed = await ask(school, 'admin', 'GET', '/api/v2/attendance/audit/?limit=500');
    const file = await ask(school, 'admin', 'GET', '/api/v2/attendance/audit-export/?format=xlsx');
    for (const { text } of [listed, file]) {
      expect(text).toContain('Change class schedule');
      expect(text).toContain('Check-in changed');
      expect(text).toContain('Check-ins as a file');
      expect(found(text, [...secrets, 'ZQ-SECRET-99'])).toEqual([]);
      // Nor that one was named: an administrator cannot set it.
      expect(text).not.toContain('payroll_id');
    }
    await setPayVariant(school, 0);
  });

  it('covers every GET call', () => {
    const walked = probes.map(([route]) =>
      route.replace(/\/$/, '').replaceAll(/\{(\w+)\}/g, ':$1'),
    );
    const all = endpoints.flatMap(({ key }) => (key.startsWith('GET ') ? [key.slice(4)] : []));
    expect(walked.toSorted()).toEqual(all.filter((route) => !endless(route)).toSorted());
  });

  it('is visible to accounts: each secret can be found', async () => {
    const read = (
      await Promise.all(
        ['payrolls/', 'payroll-logs/', 'classschedule/', 'payroll-logs-export/?format=xlsx'].map(
          (path) => ask(school, 'account', 'GET', `/api/v2/attendance/${path}`),
        ),
      )
    )
      .map(({ text }) => text)
      .join(' ');
    expect(
      found(read, [
        ...codeIds.map(String),
        'ZQ-SECRET-77',
        'ZQ-COVERT-52',
        '98765.43',
        '65432.19',
        '148148.15',
      ]),
    ).toHaveLength(9);
    const own = await ask(school, 'teacher', 'GET', '/api/v2/attendance/payroll-logs/');
    expect(found(own.text, ['ZQ-OF-TESS', '76543.21'])).toHaveLength(2);
  });

  it.each(ignorant)(
    '%s cannot learn it by any call, filter, sort, search, count or file',
    async (caller, needles) => {
      const errors: string[] = [];
      const first = new Map<string, string>();
      const answered = new Set<string>();
      for (const variant of [0, 1] as const) {
        await setPayVariant(school, variant, caller);
        for (const [route, urls] of probes) {
          for (const url of urls.filter((_url, place) => isTaken(caller, place))) {
            const answer = await ask(school, caller, 'GET', url);
            if (answer.status === 200) answered.add(route);
            const text = withoutAddress(url, answer);
            const leaked = found(
              text,
              growing(route) ? needles.filter((needle) => !isId(needle)) : needles,
            );
            if (leaked.length) errors.push(`${url} says ${leaked.join(', ')}`);
            if (growing(route)) continue;
            const whole = `${answer.status} ${text}`;
            if (variant === 0) first.set(url, whole);
            else if (first.get(url) !== whole)
              errors.push(
                `${url} differs: ${first.get(url)!.slice(0, 300)} | ${whole.slice(0, 300)}`,
              );
          }
        }
      }
      await setPayVariant(school, 0);
      expect(errors).toEqual([]);
      // A test with refused requests only proves nothing.
      expect(answered.size).toBeGreaterThan(caller === 'admin' ? 40 : 25);
    },
    300_000,
  );
});
