import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApi } from './test/openapi.ts';
import { ask, createPaySchool } from './test/secrecy/ask.ts';
import { probesOf } from './test/secrecy/probes.ts';
import { header, uploadStudents } from './test/student-upload.ts';
import type { TestSchool } from './test/test-school.ts';

/** Everybody has one name, but for Dana Zimmer (S4) and Eli Adams (S5). */
let school: TestSchool;
const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  school.call('admin', method, `attendance/${path}`, body);
beforeAll(async () => {
  school = await createPaySchool();
  await sql`update teacher set last_name = '–'`.execute(school.database);
  for (const code of ['S1', 'S2', 'S3'])
    await call('PATCH', `students/${await school.studentId(code)}/`, { last_name: '-' });
});
afterAll(() => school.close());

/** The name with the dash, as a text of one column would have it. */
const printed = /(Anna|Bo|Cai|Tess|Theo) –|–,? (Anna|Bo|Cai|Tess|Theo)|\b[ABCT]–/;

describe('a person with one name (R-NAME-1)', () => {
  it.each(['-', '—', '−', ' – '])('is entered with %j as the last name', async (last_name) => {
    const { body } = await call('PATCH', `students/${await school.studentId('S3')}/`, {
      last_name,
    });
    expect(body).toMatchObject({ first_name: 'Cai', last_name: '–' });
  });

  it('still needs the last name to be entered, and keeps a longer text', async () => {
    const path = `students/${await school.studentId('S4')}/`;
    expect((await call('PATCH', path, { last_name: ' ' })).status).toBe(400);
    expect((await call('PATCH', path, { last_name: 'Zimmer-' })).status).toBe(200);
    expect((await call('PATCH', path, { last_name: 'Zimmer' })).status).toBe(200);
  });

  it('is named by it in answers, and found by it', async () => {
    const mark = { student: 'S1', class_schedule: await school.classId('mon9'), status: 'Present' };
    expect((await call('POST', 'attendance/create/', mark)).status).toBe(201);
    expect((await call('GET', 'search/?text=anna')).body.students).toMatchObject([
      { student_id: 'S1' },
    ]);
    const cards = await call('POST', 'students/create/', {
      student_id: 'S9',
      first_name: 'Ida',
      last_name: 'Holm',
      phone_number: '1',
      date_of_birth: '2004-01-02',
      rfid_number: '1000001',
    });
    expect(cards.body.rfid_number).toEqual(['is the card of Anna (S1)']);
  });

  it('is written so in letters', async () => {
    const { body } = await call('POST', 'letters/certificates/', {
      student: [await school.studentId('S1')],
      from_date: '2026-02-01',
      to_date: '2026-03-31',
    });
    expect(body.letters[0].body).toMatch(/\bAnna\b(?! –)/);
  });

  it('keeps the dash in a file that is uploaded again, which then changes nothing', async () => {
    const file = (await call('GET', 'bulk-student-export/')).body as string;
    expect(file).toMatch(/S1,Anna,–,/);
    expect((await uploadStudents(school, file)).body).toMatchObject({
      created: 0,
      updated: 0,
      unchanged: 5,
      fail: [],
    });
    const typed = await uploadStudents(school, `${header}\nS10,Meera,-,1,2005-01-02,\n`);
    expect(typed.body).toMatchObject({ created: 1, fail: [] });
    const empty = await uploadStudents(school, `${header}\nS11,Meera,,1,2005-01-02,\n`);
    expect(empty.body.fail).toEqual([{ line: 2, column: 'last_name', reason: 'is required' }]);
  });

  it('stands under the one name where last names order people (R-NAME-2)', async () => {
    const list = await call('GET', 'students/?ordering=last_name');
    const ids = (rows: { student_id: string }[]) => rows.map((row) => row.student_id);
    // Adams, Anna, Bo, Cai, Meera, Zimmer.
    expect(ids(list.body.results)).toEqual(['S5', 'S1', 'S2', 'S3', 'S10', 'S4']);
    const mon9 = await school.classId('mon9');
    const roll = await call('GET', `attendance/?class_schedule=${mon9}&date=2026-03-02`);
    expect(ids(roll.body.results)).toEqual(
      ['S5', 'S1', 'S2', 'S3', 'S4'].filter((code) => ids(roll.body.results).includes(code)),
    );
  });
});

describe('every call that reads', () => {
  it('names people with one name without the dash', async () => {
    const document = (await school.call('anonymous', 'GET', 'openapi.json')).body as OpenApi;
    const probes = probesOf(document, (route) => /\/live\/?$/.test(route));
    const printing: string[] = [];
    let naming = 0;
    for (const [, urls] of probes)
      for (const url of new Set([...urls.slice(0, 2), ...urls.slice(-1)]))
        for (const caller of ['admin', 'account', 'teacher'] as const) {
          const { text, status } = await ask(school, caller, 'GET', url);
          if (status === 200 && /Anna|Tess/.test(text)) naming++;
          const match = printed.exec(text);
          if (match)
            printing.push(`${url}: ${text.slice(Math.max(0, match.index - 60), match.index + 40)}`);
        }
    expect(printing).toEqual([]);
    expect(naming).toBeGreaterThan(50);
  }, 120_000);
});
