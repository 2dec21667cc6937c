import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let red = 0;
let blue = 0;
let tuesday = 0;
let parallel = 0;
const call = (method: 'POST' | 'DELETE', path: string, body?: object) =>
  school.call('account', method, `attendance/${path}`, body);
beforeAll(async () => {
  school = await createTestSchool();
  await sql`delete from enrolment`.execute(school.database);
  tuesday = await school.classId('tue14');
  parallel = await school.classId('mon9b');
  const cohort = async (name: string, schedules_id: number[]): Promise<number> =>
    (await call('POST', 'cohort/create/', { name, year: 2026, schedules_id })).body.id;
  red = await cohort('Red', [await school.classId('mon9'), tuesday]);
  blue = await cohort('Blue', [parallel, tuesday]);
  const both = { student: ['S1', 'S2'], cohort: red };
  await call('POST', 'studentcohortassignment/create/', both);
});
afterAll(() => school.close());

/** The classes that a transfer from Red to Blue would begin. */
async function begun(student: string[]): Promise<number[]> {
  const move = { student, from_cohort: red, to_cohort: blue, preview: true };
  const { body } = await call('POST', 'cohort-transfers/create/', move);
  return body.opens.map(({ id }: { id: number }) => id).toSorted();
}

it('the preview of a transfer has each class that begins for one of its students (R-ENROL-4)', async () => {
  const s2 = await school.studentId('S2');
  expect(await begun(['S1', 'S2'])).toEqual([parallel]);
  await call('DELETE', `delete-enroll/${s2}/${tuesday}/`);
  // S1 stays in the class, S2 joins it again.
  expect(await begun(['S1'])).toEqual([parallel]);
  expect(await begun(['S1', 'S2'])).toEqual([parallel, tuesday].toSorted());
  // S2 is in it apart from the cohort: it does not begin.
  const own = { class_schedule_id: tuesday, student_id: s2 };
  expect((await call('POST', 'studentassignment/create/', own)).status).toBe(201);
  expect(await begun(['S2'])).toEqual([parallel]);
});
