import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { TestSchool } from './test/test-school.ts';
import { ask, createPaySchool, found } from './test/secrecy/ask.ts';
import {
  codeIds,
  date,
  secretsOfTess,
  secretsOfTheo,
  secrets,
  unusedCode,
} from './test/secrecy/pay.ts';

/**
 * No export, mail, live event or response to a change discloses a rate, an amount or a pay code.
 */
let school: TestSchool;
beforeAll(async () => {
  school = await createPaySchool();
});
afterAll(() => school.close());

describe('other data that is sent', () => {
  const span = { fromDate: date, toDate: date, schedule: [1, 2, 3, 4, 5] };
  const days = { from_date: date, to_date: date };
  const exports: Record<string, object> = {
    'POST /api/v2/attendance/spreadsheet-export': { email: 'head@school.example' },
    'POST /api/v2/attendance/attendance-export/export_attendance': {
      email: 'head@school.example',
      ...days,
    },
    'POST /api/v2/attendance/master-export': span,
    'POST /api/v2/attendance/bulk-attendance-export': { ids: [1] },
  };

  it('files and mails of an admin contain none of it', async () => {
    // Every export has a body here.
    expect(
      endpoints
        .map(({ key }) => key)
        .filter((key) => key.startsWith('POST') && key.includes('export'))
        .toSorted(),
    ).toEqual(Object.keys(exports).toSorted());
    const mark = { rfid_number: 'S1', class_schedule: await school.classId('mon9'), date };
    expect(
      (await school.call('teacher', 'POST', 'attendance/attendance/create/', mark)).status,
    ).toBe(201);
    const needles = [...secrets, ...secretsOfTess, ...secretsOfTheo];
    let mails = 0;
    for (const [key, body] of Object.entries(exports)) {
      const url = key.slice('POST '.length);
      const files =
        url.includes('mail') || 'email' in body
          ? [url]
          : [`${url}?format=csv`, `${url}?format=xlsx`];
      for (const file of files) {
        const answer = await ask(school, 'admin', 'POST', file, body);
        expect({ file, status: answer.status }).toEqual({
          file,
          status: 'email' in body ? 202 : 200,
        });
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
    for (const mail of body.results as {
      id: number;
      subject: string;
      body: string;
      attachments: { place: number }[];
    }[]) {
      expect(found(JSON.stringify(mail), needles)).toEqual([]);
      expect(mail.attachments.length).toBeGreaterThan(0);
      for (const { place } of mail.attachments) {
        const file = await ask(
          school,
          'admin',
          'GET',
          `/api/v2/attendance/inbox/${mail.id}/attachments/${place}`,
        );
        expect(file.text).toContain(mail.subject.startsWith('Master') ? 'Teacher' : 'Status');
        expect(found(file.text, needles)).toEqual([]);
      }
    }
  });

  it('a live event contains only the class and the date', async () => {
    await school.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = school.app.server.address() as AddressInfo;
    const stop = new AbortController();
    const stream = await fetch(`http://127.0.0.1:${port}/api/v2/attendance/live?date=${date}`, {
      headers: { authorization: `Bearer ${await school.token('admin')}` },
      signal: stop.signal,
    });
    const mon9 = await school.classId('mon9');
    const { body } = await school.call(
      'account',
      'GET',
      `attendance/payroll-logs/?class_schedule=${mon9}&date=${date}`,
    );
    const change = { amount_need_to_be_paid: '98765.43', reason: 'ZQ-SECRET-77' };
    expect(
      (
        await school.call(
          'account',
          'PATCH',
          `attendance/payroll-logs/${body.results[0].id}/`,
          change,
        )
      ).status,
    ).toBe(200);
    let received = '';
    for await (const chunk of stream.body!) {
      received += new TextDecoder().decode(chunk);
      if (received.includes('event: changed')) break;
    }
    stop.abort();
    expect(received).toContain(`data: {"topic":"day:${date}"}`);
    expect(found(received, [...secrets, ...secretsOfTess, ...secretsOfTheo])).toEqual([]);
  });
});

describe('a response to a change', () => {
  it('contains no pay codes: an admin is refused before any of them is looked up', async () => {
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
        await school.call('admin', 'POST', 'attendance/classschedule/create/', {
          ...whole,
          payroll_id,
        }),
      ]) {
        expect(answer).toMatchObject({
          status: 403,
          body: { detail: 'Only who may edit pay codes may set one.' },
        });
      }
    }
    const changed = await school.call('admin', 'PATCH', `attendance/classschedule/${mon9}/`, {
      order: 3,
    });
    expect(changed.status).toBe(200);
    expect(
      found(JSON.stringify(changed.body), [
        ...secrets,
        ...secretsOfTess,
        ...secretsOfTheo,
        'payroll',
      ]),
    ).toEqual([]);
    const refused = await school.call('admin', 'DELETE', `attendance/classschedule/${mon9}/`);
    expect(refused.status).toBe(409);
    expect(
      found(JSON.stringify(refused.body), [...secrets, ...secretsOfTess, ...secretsOfTheo]),
    ).toEqual([]);
  });

  it('of a check-in, an objection or a withdrawal shows a stand-in no pay', async () => {
    school.at('2026-03-03T14:00:00+11:00');
    const body = { class_schedule: await school.classId('tue14'), date: '2026-03-03' };
    const [fresh, again, seen] = [
      await school.call('otherTeacher', 'POST', 'attendance/payroll-logs/create/', body),
      await school.call('otherTeacher', 'POST', 'attendance/payroll-logs/create/', body),
      await school.call('teacher', 'POST', 'attendance/payroll-logs/create/', body),
    ];
    const contested = await school.call(
      'teacher',
      'POST',
      `attendance/payroll-logs/${fresh.body.id}/contest/`,
      {},
    );
    expect([fresh, again, seen, contested].map(({ status }) => status)).toEqual([
      201, 200, 200, 200,
    ]);
    expect(
      found(JSON.stringify([fresh.body, again.body, seen.body, contested.body]), secrets),
    ).toEqual([]);
  });
});
