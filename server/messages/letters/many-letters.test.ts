import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { madeLetters } from '#contract/messages/letters.ts';
import type { Template } from '#contract/messages/templates.ts';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let students: number[];
beforeAll(async () => {
  school = await createTestSchool();
  const mon9 = await school.classId('mon9');
  const { rows } = await sql<{ id: number }>`
    with added as (
      insert into student (student_id, first_name, last_name, phone_number, date_of_birth)
      select 'B' || n, repeat('"', 90), 'Last', '1', '2004-01-01' from generate_series(1, 120) n
      returning id
    ), enrolled as (
      insert into enrolment (student_id, class_schedule_id, enrolled_from)
      select id, ${mon9}, '2026-02-23' from added
    ), marked as (
      insert into attendance (student_id, class_schedule_id, date, status, how, marked_at)
      select id, ${mon9}, '2026-03-02', 'Present', 'bulk', now() from added
    )
    select id from added`.execute(school.database);
  students = rows.map(({ id }) => id);
});
afterAll(() => school.close());

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
  school.call('account', method, `attendance/${path}`, body);
const certify = () =>
  call('POST', 'letters/certificates/', {
    student: students,
    from_date: '2026-02-23',
    to_date: '2026-03-02',
  });
const stored = async () =>
  (await sql<{ count: number }>`select count(*) as count from letter`.execute(school.database))
    .rows[0]!.count;
/** A certificate that repeats a name so often. */
async function repeatName(times: number): Promise<void> {
  const { body } = await call('GET', 'templates/');
  const before = (body.results as Template[]).find(({ kind }) => kind === 'certificate')!;
  const fields = [...new Set(before.body.match(/\{\{\w+\}\}/g))].join(' ');
  const text = { title: 'Certificate', body: fields + '{{first_name}}'.repeat(times) };
  expect(
    (await call('PATCH', 'templates/certificate/', { ...text, version: before.version })).status,
  ).toBe(200);
}

it('letters of more than four million characters altogether are refused before one is stored', async () => {
  await repeatName(500);
  expect(await certify()).toMatchObject({
    status: 400,
    body: { template: [expect.stringContaining('4 million characters')] },
  });
  expect(await stored()).toBe(0);
});

it('many letters are stored and answered as few are, in the order of the students', async () => {
  await repeatName(10);
  const { status, body } = await certify();
  expect([status, await stored()]).toEqual([201, 120]);
  expect(madeLetters.parse(body)).toEqual(body);
  expect(madeLetters.parse(body).letters.map(({ student }) => student.id)).toEqual(students);
  const [first] = madeLetters.parse(body).letters;
  expect((await call('GET', `letters/${first!.id}/`)).body).toMatchObject({ body: first!.body });
});
