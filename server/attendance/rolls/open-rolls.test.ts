import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenRoll } from '#contract/attendance/open-roll.ts';
import { createMarking, monday, type Marking } from '#server/test/marking.ts';
import type { Caller } from '#server/test/test-school.ts';
import { beginOpenRolls } from '#server/school/open-rolls-from.ts';

let marking: Marking;
beforeAll(async () => {
  marking = await createMarking();
});
afterAll(() => marking.school.close());
beforeEach(async () => {
  await marking.reset();
  await sql`update class_meeting set closed_at = null`.execute(marking.school.database);
  marking.school.at(`${monday}T20:00:00+11:00`);
});

const list = (query = '', caller: Caller = 'admin') =>
  marking.school.call(
    caller,
    'GET',
    `attendance/open-rolls/?from_date=${monday}&to_date=${monday}${query}`,
  );
/** The roll of the Monday lecture on the list. */
const found = async (query = '', caller: Caller = 'admin') =>
  ((await list(query, caller)).body.results as OpenRoll[]).find(
    (roll) => roll.class_schedule === marking.mon9,
  );

it('a class without a mark is listed once it is over', async () => {
  marking.school.at(`${monday}T09:59:59+11:00`);
  expect(await found()).toBeUndefined();
  marking.school.at(`${monday}T10:00:00+11:00`);
  expect(await found()).toMatchObject({
    date: monday,
    subject: { subject_code: 'MAT1' },
    teacher: { first_name: 'Tess' },
    number_of_students: 4,
    marked: 0,
    state: 'not_taken',
  });
});

it('an incomplete one is unfinished, until all students are marked', async () => {
  for (const code of ['S1', 'S2', 'S3']) await marking.tap(code);
  expect(await found()).toMatchObject({ marked: 3, state: 'in_progress' });
  expect(await found('&state=not_taken')).toBeUndefined();
  expect(await found('&state=in_progress')).toBeDefined();
  await marking.tap('S5');
  expect(await found()).toBeUndefined();
});

it('a closed one, and a cancelled class, are excluded', async () => {
  const of = { class_schedule: marking.mon9, date: monday };
  await marking.school.call('teacher', 'POST', 'attendance/close-roll/', of);
  expect(await found()).toBeUndefined();
  await marking.school.call('teacher', 'POST', 'attendance/reopen-roll/', { ...of, undo: true });
  const { body } = await marking.school.call(
    'teacher',
    'GET',
    `attendance/classschedule/${marking.mon9}/?date=${monday}`,
  );
  const { body: cancelled } = await marking.school.call(
    'admin',
    'POST',
    'attendance/meetings/cancel/',
    { ids: [body.meeting.id], reason: 'Flood' },
  );
  expect(await found()).toBeUndefined();
  await marking.school.call(
    'admin',
    'POST',
    `attendance/operations/${cancelled.operation}/undo/`,
    {},
  );
  expect(await found()).toBeDefined();
});

it('a teacher finds only their own, also with the filter of another teacher', async () => {
  expect(await found('', 'teacher')).toBeDefined();
  expect(await found('', 'otherTeacher')).toBeUndefined();
  const { teacher } = (await found())!;
  expect(await found(`&teacher=${teacher.id}`, 'otherTeacher')).toBeUndefined();
  expect(await found(`&teacher=${teacher.id}`)).toBeDefined();
});

it('is found by subject, room and teacher, and ordered', async () => {
  expect(await found('&search=alg tess')).toBeDefined();
  expect(await found('&search=nowhere')).toBeUndefined();
  const { body } = await list('&ordering=teacher');
  const names = (body.results as OpenRoll[]).map((roll) => roll.teacher.last_name);
  expect(names).toEqual(names.toSorted());
});

it('rolls are expected from the day of the upgrade on, which the response contains', async () => {
  const { database } = marking.school;
  expect((await list()).body.begins_on).toBeNull();
  // The evening in Sydney is the morning of the same day in UTC.
  await beginOpenRolls(database, Temporal.Instant.from(`${monday}T23:30:00+11:00`));
  expect((await list()).body.begins_on).toBe(monday);
  expect(await found()).toBeDefined();
  // A second start does not change the date.
  await beginOpenRolls(database, Temporal.Instant.from('2026-03-09T08:00:00+11:00'));
  expect((await list()).body.begins_on).toBe(monday);
  await sql`update open_rolls_from set since = '2026-03-03T00:00:00+11:00'`.execute(database);
  expect((await list()).body).toMatchObject({ begins_on: '2026-03-03', total: 0, results: [] });
  await sql`delete from open_rolls_from`.execute(database);
});

it.each([
  ['&to_date=2026-03-01', 'to_date'],
  ['&state=closed', 'state'],
  ['&limit=0', 'limit'],
])('%s is refused', async (query, field) => {
  const path = `attendance/open-rolls/?from_date=${monday}${query}`;
  expect(await marking.school.call('admin', 'GET', path)).toMatchObject({
    status: 400,
    body: { [field]: [expect.any(String)] },
  });
});

it('a page past the end has none, and says how many there are', async () => {
  const { total } = (await list()).body;
  expect(total).toBeGreaterThan(0);
  expect((await list('&limit=2&page=500')).body).toMatchObject({ results: [], total });
});
