import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
let mon9: number;
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-02T08:00:00+11:00' });
  mon9 = await school.classId('mon9');
  await call('PATCH', `classschedule/${mon9}/`, { group_name: '12A' });
});
afterAll(() => school.close());

const call = (method: 'GET' | 'PATCH' | 'POST', path: string, body?: object) =>
  school.call('admin', method, `attendance/${path}`, body);
const date = '2026-03-02';

/** Whether an answer names the class with its group, and never in the name of its subject. */
const named = (body: unknown) => {
  const text = JSON.stringify(body);
  expect(text).not.toMatch(/"subject_name":"[^"]*12A/);
  return text.includes('"group_name":"12A"');
};

it.each([
  ['the timetable', () => `classschedule/?id=${mon9}`],
  ['a day', () => `classschedule/?date=${date}`],
  ['a week', () => `week/?date=${date}`],
  ['a search', () => 'classschedule/?search=12a'],
  ['the search for everything', () => 'search/?text=12A'],
  ['rolls that were not taken', () => 'open-rolls/?from_date=2026-02-20&to_date=2026-02-28'],
  ['an absent teacher', () => `teacher-away/?teacher=1&from=${date}&to=2026-03-09`],
])('the group of a class is named in %s (R-CLASS-7)', async (_what, path) => {
  school.at('2026-03-02T08:00:00+11:00');
  const { status, body } = await call('GET', path());
  expect(status, JSON.stringify(body)).toBe(200);
  expect(named(body)).toBe(true);
});

it('need not be unique, has at most 30 characters, and can be taken away (R-CLASS-7)', async () => {
  const tue14 = await school.classId('tue14');
  expect((await call('PATCH', `classschedule/${tue14}/`, { group_name: '12a' })).status).toBe(200);
  expect(
    (await call('PATCH', `classschedule/${tue14}/`, { group_name: 'x'.repeat(31) })).body,
  ).toHaveProperty('group_name');
  const { body } = await call('PATCH', `classschedule/${tue14}/`, { group_name: null });
  expect(body.group_name).toBe(null);
});
