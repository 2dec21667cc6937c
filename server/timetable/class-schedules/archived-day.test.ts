import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

const today = '2026-03-16';
const before = '2026-03-09';
let school: TestSchool;
let mon9: number;

const call = (method: 'GET' | 'POST', path: string, body?: unknown) =>
  school.call('admin', method, `attendance/${path}`, body);
const read = async (path: string) => {
  const { status, body } = await call('GET', path);
  expect([path, status]).toEqual([path, 200]);
  return body;
};
const archive = (ids: number[]) => call('POST', 'classschedule/create/', { archive: 'ids', ids });
const mark = (date: string) => {
  const body = { class_schedule: mon9, date, student: 'S1', status: 'Present' };
  return call('POST', 'attendance/create/', body);
};

interface Row {
  id: number;
}
const ids = (rows: Row[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b);
/** The classes and marks of a day, as each screen shows them. */
const dayOn = async (date: string) => {
  const list = await read(`classschedule/?date=${date}&include=changed&limit=99`);
  const rolls = await read(
    `reports/rolls/?from_date=${date}&to_date=${date}&having=marked&limit=99`,
  );
  const week = await read(`week/?date=${date}`);
  return {
    list: ids(list.results),
    marked: ids(
      rolls.results.map((roll: { class_schedule: number }) => ({ id: roll.class_schedule })),
    ),
    week: ids(week.results.filter((row: { date: string }) => row.date === date)),
  };
};

beforeAll(async () => {
  school = await createTestSchool({ now: `${today}T09:30:00+11:00` });
  mon9 = await school.classId('mon9');
  expect((await mark(today)).status).toBe(201);
  expect((await mark(before)).status).toBe(201);
});
afterAll(() => school.close());

it('a class whose roll was begun stays on its day, and is counted as closed, after it was archived (R-MEETING-2)', async () => {
  const [day, past, { rolls, rate }] = [
    await dayOn(today),
    await dayOn(before),
    await read('overview/'),
  ];
  expect(day.list).toContain(mon9);
  expect((await archive([mon9])).status).toBe(200);
  expect(await dayOn(today)).toEqual(day);
  expect(await dayOn(before)).toEqual(past);
  const counts = { ...rolls, taken: rolls.taken + 1, in_progress: rolls.in_progress - 1 };
  expect(await read('overview/')).toMatchObject({ rolls: counts, rate });
});

it('it is named as archived and read-only, and takes no marks', async () => {
  for (const path of [
    `classschedule/?date=${today}&id=${mon9}`,
    `classschedule/${mon9}/?date=${today}`,
  ]) {
    const { results, ...one } = await read(path);
    expect(results?.[0] ?? one).toMatchObject({
      currentClass: false,
      meeting: { status: 'scheduled', archived: true, roll_closed: true },
    });
  }
  const archived = { status: 400, body: { class_schedule: ['This class is archived'] } };
  expect(await mark(today)).toMatchObject(archived);
});

it('what is to come of it, and lists without a date, have it no longer', async () => {
  expect(ids((await read('classschedule/?date=2026-03-23&limit=99')).results)).not.toContain(mon9);
  expect(ids((await read('classschedule/?limit=99')).results)).not.toContain(mon9);
});

it('an archived class without a mark on a day is not on it', async () => {
  const mon10 = await school.classId('mon10');
  expect((await dayOn(before)).list).toContain(mon10);
  expect((await archive([mon10])).status).toBe(200);
  for (const date of [before, today]) {
    const { list, week } = await dayOn(date);
    expect([...list, ...week]).not.toContain(mon10);
  }
});

it('the day before leads to the last day on which a roll was begun, when every class was archived', async () => {
  const { results } = await read('classschedule/?limit=99');
  expect((await archive(ids(results))).status).toBe(200);
  expect(await read(`class-days/?from=${today}&to=${today}`)).toMatchObject({
    previous: before,
    next: null,
  });
});
