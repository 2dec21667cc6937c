import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
  await sql`delete from enrolment`.execute(school.database);
});
afterAll(() => school.close());

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) =>
  school.call('account', method, `attendance/${path}`, body);

it('a student changes to other classes of the same cohort, with schedules alone', async () => {
  const schedules = [await school.classId('mon9'), await school.classId('tue14')];
  const [first] = schedules;
  const red = { name: 'Red', year: 2026, schedules_id: schedules };
  const cohort = (await call('POST', 'cohort/create/', red)).body.id;
  await call('POST', 'studentcohortassignment/create/', { student: 'S1', cohort });
  const [{ id }] = (await call('GET', 'studentcohortassignment/')).body.results;
  const path = `studentcohortassignment/${id}/`;

  expect(await call('PATCH', path, {})).toMatchObject({
    status: 400,
    body: { cohort: ['is required'] },
  });
  expect(await call('PATCH', path, { schedules: [424_242] })).toMatchObject({
    status: 400,
    body: { schedules: ['class 424242 is not one of the cohort’s'] },
  });
  expect(await call('PATCH', path, { schedules: [first], preview: true })).toMatchObject({
    status: 200,
    body: { closes: [{ id: schedules[1] }], opens: [] },
  });
  expect(await call('PATCH', path, { schedules: [first] })).toMatchObject({
    status: 200,
    body: { id, cohort: { name: 'Red' }, schedules: [first] },
  });
  expect(await call('PATCH', path, { schedules })).toMatchObject({
    status: 200,
    body: { id, schedules, assigned_to: null },
  });
  expect((await call('GET', 'cohort-transfers/')).body.total).toBe(0);
});
