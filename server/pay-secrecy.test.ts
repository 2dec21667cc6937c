import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { access } from '../contract/access.ts';
import type { Described } from './test/fuzzing/requests.ts';
import { openSchool, type Caller, type School } from './test/school.ts';
import { codeIds, date, ofTess, ofTheo, secrets, seedPay, setWorld, unusedCode } from './test/secrecy/pay.ts';
import { probesOf } from './test/secrecy/probes.ts';
import { unpacked } from './test/secrecy/unpack.ts';

/**
 * Who can learn a rate, an amount or a pay code, by any call. Two worlds differ in nothing but pay: whoever may not know
 * it must get the same answers in both, whatever they filter, order, search, group, count or open.
 */
let school: School;
let probes: [route: string, urls: string[]][];
beforeAll(async () => {
  school = await openSchool();
  for (const caller of ['teacher', 'otherTeacher', 'admin', 'account'] as const) await school.call(caller, 'GET', 'user/details/');
  await seedPay(school);
  probes = probesOf((await school.call('nobody', 'GET', 'openapi.json')).body as Described, endless);
});
afterAll(() => school.close());

/** A stream does not end: it is listened to below. */
const endless = (route: string) => /\/live\/?$/.test(route);
/** These grow with the requests of this test: they are searched for secrets, but not compared, and repeat the ids of requests. */
const growing = (route: string) => /\/(audit|audit-export|jobs|inbox|student-details\/\{student\}\/export)(\/|$)/.test(route);
const isId = (needle: string) => /^77\d{5}$/.test(needle);

const ignorant = [
  ['teacher', [...secrets, ...ofTheo]],
  ['otherTeacher', [...secrets, ...ofTess]],
  ['admin', [...secrets, ...ofTess, ...ofTheo]],
] as const;

async function ask(caller: Exclude<Caller, 'nobody'>, method: 'GET' | 'POST', url: string, body?: object) {
  const answer = await school.app.inject({
    method,
    url,
    headers: { authorization: `Bearer ${await school.token(caller)}` },
    ...(body && { payload: body }),
  });
  const { 'x-request-id': _its, date: _now, ...headers } = answer.headers;
  return { status: answer.statusCode, text: await unpacked(answer.rawPayload), headers: JSON.stringify(headers) };
}

/** The answer without the request's own address, which its links repeat. */
const withoutAddress = (url: string, { text, headers }: { text: string; headers: string }) =>
  `${headers} ${text.replaceAll(/"(next|previous)":"[^"]*"/g, '')}`.replaceAll(JSON.stringify(url), '');
const found = (text: string, needles: readonly string[]) => needles.filter((needle) => text.includes(needle));

describe('what a check-in pays', () => {
  // First: later the log repeats the requests of this test.
  it('the audit log tells that pay was changed, of no class which pay code it has', async () => {
    const mon9 = await school.classId('mon9');
    await school.call('account', 'PATCH', `attendance/classschedule/${mon9}/`, { payroll_id: codeIds[1] });
    const log = (await school.call('account', 'GET', 'attendance/payroll-logs/?flag=stand_in')).body.results[0];
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
    const listed = await ask('admin', 'GET', '/api/v2/attendance/audit/?limit=500');
    const file = await ask('admin', 'GET', '/api/v2/attendance/audit-export/?format=xlsx');
    for (const { text } of [listed, file]) {
      expect(text).toContain('Change class schedule');
      expect(text).toContain('Check-in changed');
      expect(text).toContain('Check-ins as a file');
      expect(found(text, [...secrets, 'ZQ-SECRET-99'])).toEqual([]);
    }
    await setWorld(school, 0);
  });

  it('covers every GET call of the access map', () => {
    const walked = probes.map(([route]) => route.replace(/\/$/, '').replaceAll(/\{(\w+)\}/g, ':$1'));
    const all = Object.keys(access).flatMap((key) => (key.startsWith('GET ') ? [key.slice(4)] : []));
    expect(walked.toSorted()).toEqual(all.filter((route) => !endless(route) && !route.endsWith('openapi.json')).toSorted());
  });

  it('is what account reads: each secret is there to be found', async () => {
    const read = (
      await Promise.all(
        ['payrolls/', 'payroll-logs/', 'classschedule/', 'payroll-logs-export/?format=xlsx'].map((path) =>
          ask('account', 'GET', `/api/v2/attendance/${path}`),
        ),
      )
    )
      .map(({ text }) => text)
      .join(' ');
    expect(found(read, [...codeIds.map(String), 'ZQ-SECRET-77', 'ZQ-COVERT-52', '98765.43', '65432.19', '148148.15'])).toHaveLength(9);
    const own = await ask('teacher', 'GET', '/api/v2/attendance/payroll-logs/');
    expect(found(own.text, ['ZQ-OF-TESS', '76543.21'])).toHaveLength(2);
  });

  it.each(ignorant)(
    '%s learns it by no call, filter, order, search, count or file',
    async (caller, needles) => {
      const faults: string[] = [];
      const first = new Map<string, string>();
      const answered = new Set<string>();
      for (const world of [0, 1] as const) {
        await setWorld(school, world, caller);
        for (const [route, urls] of probes) {
          for (const url of urls) {
            const answer = await ask(caller, 'GET', url);
            if (answer.status === 200) answered.add(route);
            const text = withoutAddress(url, answer);
            const leaked = found(text, growing(route) ? needles.filter((needle) => !isId(needle)) : needles);
            if (leaked.length) faults.push(`${url} says ${leaked.join(', ')}`);
            if (growing(route)) continue;
            const whole = `${answer.status} ${text}`;
            if (world === 0) first.set(url, whole);
            else if (first.get(url) !== whole) faults.push(`${url} differs: ${first.get(url)!.slice(0, 300)} | ${whole.slice(0, 300)}`);
          }
        }
      }
      await setWorld(school, 0);
      expect(faults).toEqual([]);
      // A walk that is refused everywhere proves nothing.
      expect(answered.size).toBeGreaterThan(caller === 'admin' ? 40 : 25);
    },
    300_000,
  );
});

describe('what else is sent', () => {
  const span = { fromDate: date, toDate: date, schedule: [1, 2, 3, 4, 5] };
  const days = { from_date: date, to_date: date };
  const exports: Record<string, object> = {
    'POST /api/v2/attendance/spreadsheet-export': { email: 'head@school.example' },
    'POST /api/v2/attendance/attendance-export/export_attendance': { email: 'head@school.example', ...days },
    'POST /api/v2/attendance/master-export': span,
    'POST /api/v2/attendance/bulk-attendance-export': { ids: [1] },
  };

  it('files and mails of an admin carry nothing of it', async () => {
    // Every export has a body here.
    expect(
      Object.keys(access)
        .filter((key) => key.startsWith('POST') && key.includes('export'))
        .toSorted(),
    ).toEqual(Object.keys(exports).toSorted());
    const mark = { rfid_number: 'S1', class_schedule: await school.classId('mon9'), date };
    expect((await school.call('teacher', 'POST', 'attendance/attendance/create/', mark)).status).toBe(201);
    const needles = [...secrets, ...ofTess, ...ofTheo];
    let mails = 0;
    for (const [key, body] of Object.entries(exports)) {
      const url = key.slice('POST '.length);
      const files = url.includes('mail') || 'email' in body ? [url] : [`${url}?format=csv`, `${url}?format=xlsx`];
      for (const file of files) {
        const answer = await ask('admin', 'POST', file, body);
        expect({ file, status: answer.status }).toEqual({ file, status: 'email' in body ? 202 : 200 });
        expect(found(answer.text, needles)).toEqual([]);
        if (answer.status === 202) mails++;
      }
    }
    for (let tries = 0; ; tries++) {
      const { body } = await school.call('admin', 'GET', 'attendance/inbox/');
      if (body.total === mails) break;
      expect(tries).toBeLessThan(300);
      await wait(100);
    }
    const { body } = await school.call('admin', 'GET', 'attendance/inbox/');
    for (const mail of body.results as { id: number; subject: string; body: string; attachments: { place: number }[] }[]) {
      expect(found(JSON.stringify(mail), needles)).toEqual([]);
      expect(mail.attachments.length).toBeGreaterThan(0);
      for (const { place } of mail.attachments) {
        const file = await ask('admin', 'GET', `/api/v2/attendance/inbox/${mail.id}/attachments/${place}`);
        expect(file.text).toContain(mail.subject.startsWith('Master') ? 'Teacher' : 'Status');
        expect(found(file.text, needles)).toEqual([]);
      }
    }
  });

  it('a live event names the class and the day alone', async () => {
    await school.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = school.app.server.address() as AddressInfo;
    const stop = new AbortController();
    const stream = await fetch(`http://127.0.0.1:${port}/api/v2/attendance/live?date=${date}`, {
      headers: { authorization: `Bearer ${await school.token('admin')}` },
      signal: stop.signal,
    });
    const mon9 = await school.classId('mon9');
    const { body } = await school.call('account', 'GET', `attendance/payroll-logs/?class_schedule=${mon9}&date=${date}`);
    const change = { amount_need_to_be_paid: '98765.43', reason: 'ZQ-SECRET-77' };
    expect((await school.call('account', 'PATCH', `attendance/payroll-logs/${body.results[0].id}/`, change)).status).toBe(200);
    let heard = '';
    for await (const chunk of stream.body!) {
      heard += new TextDecoder().decode(chunk);
      if (heard.includes('event: changed')) break;
    }
    stop.abort();
    expect(heard).toContain(`data: {"topic":"day:${date}"}`);
    expect(found(heard, [...secrets, ...ofTess, ...ofTheo])).toEqual([]);
  });
});

describe('an answer to a change', () => {
  it('says nothing of pay codes: an admin is refused before any of them is looked at', async () => {
    const mon9 = await school.classId('mon9');
    const own = (await school.call('admin', 'GET', `attendance/classschedule/${mon9}/`)).body;
    const whole = {
      class_type: 'Lecture',
      day_of_week: 'Monday',
      start_time: '16:00',
      end_time: '17:00',
      subject_id: own.subject.id,
      semester_id: own.semester.id,
      teacher_id: own.teacher.id,
      classroom_id: own.classroom.id,
    };
    for (const payroll_id of [...codeIds, unusedCode, null]) {
      for (const answer of [
        await school.call('admin', 'PATCH', `attendance/classschedule/${mon9}/`, { payroll_id }),
        await school.call('admin', 'POST', 'attendance/classschedule/create/', { ...whole, payroll_id }),
      ]) {
        expect(answer).toMatchObject({ status: 403, body: { detail: 'Only who may edit pay codes may set one.' } });
      }
    }
    const changed = await school.call('admin', 'PATCH', `attendance/classschedule/${mon9}/`, { order: 3 });
    expect(changed.status).toBe(200);
    expect(found(JSON.stringify(changed.body), [...secrets, ...ofTess, ...ofTheo, 'payroll'])).toEqual([]);
    const refused = await school.call('admin', 'DELETE', `attendance/classschedule/${mon9}/`);
    expect(refused.status).toBe(409);
    expect(found(JSON.stringify(refused.body), [...secrets, ...ofTess, ...ofTheo])).toEqual([]);
  });

  it('of a check-in, an objection or a withdrawal tells a stand-in nothing', async () => {
    school.at('2026-03-03T14:00:00+11:00');
    const body = { class_schedule: await school.classId('tue14'), date: '2026-03-03' };
    const [fresh, again, seen] = [
      await school.call('otherTeacher', 'POST', 'attendance/payroll-logs/create/', body),
      await school.call('otherTeacher', 'POST', 'attendance/payroll-logs/create/', body),
      await school.call('teacher', 'POST', 'attendance/payroll-logs/create/', body),
    ];
    const contested = await school.call('teacher', 'POST', `attendance/payroll-logs/${fresh.body.id}/contest/`, {});
    expect([fresh, again, seen, contested].map(({ status }) => status)).toEqual([201, 200, 200, 200]);
    expect(found(JSON.stringify([fresh.body, again.body, seen.body, contested.body]), secrets)).toEqual([]);
  });
});
