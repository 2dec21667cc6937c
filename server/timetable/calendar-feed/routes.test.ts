import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSchool, type TestSchool } from '#server/test/test-school.ts';

let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool();
});
afterAll(() => school.close());
const days = async (query: string) =>
  (await school.call('teacher', 'GET', `attendance/class-days/?${query}`)).body;

describe('a day', () => {
  it.each([
    ['2026-03-02', 'class_day'],
    ['2026-03-07', 'weekend'],
    ['2026-03-08', 'weekend'],
    ['2026-04-03', 'holiday'],
    ['2026-04-05', 'holiday'],
    ['2026-06-15', 'semester_break'],
    ['2026-02-08', 'weekend'],
    ['2026-02-02', 'semester_break'],
  ])('%s is a %s', async (date, kind) => {
    expect((await days(`from=${date}&to=${date}`)).days).toMatchObject([{ date, kind }]);
  });

  it('has its holidays, and the nearest days with classes', async () => {
    const found = await days('from=2026-04-06&to=2026-04-06');
    expect(found).toMatchObject({
      days: [{ holidays: ['Easter'] }],
      previous: '2026-03-31',
      next: '2026-04-07',
    });
  });

  it('of one teacher has that teacher’s nearest days', async () => {
    const { id } = await school.database
      .selectFrom('teacher')
      .select('id')
      .where('email', '=', 'theo@school.example')
      .executeTakeFirstOrThrow();
    expect(await days(`from=2026-03-03&to=2026-03-03&teacher=${id}`)).toMatchObject({
      previous: '2026-03-02',
      next: '2026-03-07',
    });
  });

  it('far from any class has no nearest days', async () => {
    expect(await days('from=2031-01-01&to=2031-01-01')).toMatchObject({
      previous: null,
      next: null,
    });
  });
});

describe('a period', () => {
  it('contains each of its days once, also across daylight saving', async () => {
    for (const [from, to] of [
      ['2026-03-30', '2026-04-12'],
      ['2026-09-28', '2026-10-11'],
    ]) {
      const dates = (await days(`from=${from}&to=${to}`)).days.map(
        (day: { date: string }) => day.date,
      );
      expect(dates).toHaveLength(14);
      expect(new Set(dates).size).toBe(14);
    }
  });

  it.each([
    ['from=2026-03-02&to=2026-03-01', { to: ['must not be before from'] }],
    ['from=2026-01-01&to=2027-01-01', { to: ['must be at most 99 days after from'] }],
    ['from=2026-01-01', { to: ['is required'] }],
  ])('%s is refused', async (query, body) => expect(await days(query)).toEqual(body));
});

it('holidays from a date on are those that end on it or later', async () => {
  const from = async (date: string) =>
    (await school.call('teacher', 'GET', `attendance/holiday/?start_date=${date}&limit=100`)).body
      .total;
  expect([await from('2026-04-06'), await from('2026-04-07')]).toEqual([1, 0]);
});

it('semesters are listed', async () => {
  expect((await school.call('teacher', 'GET', 'attendance/semesters/')).body.results).toMatchObject(
    [{ year: 2026, semester: 1, class_start_date: '2026-02-09' }],
  );
});

describe('rolls that a change of dates would exclude', () => {
  const taken = async (query: string, caller: 'admin' | 'teacher' = 'admin') =>
    school.call(caller, 'GET', `attendance/taken-rolls/?${query}`);

  it('are counted on the dates of a holiday, and outside of those of a semester', async () => {
    const class_schedule = await school.classId('mon9');
    school.at('2026-03-10T12:00:00+11:00');
    for (const date of ['2026-03-02', '2026-03-09'])
      for (const rfid_number of ['S1', 'S2']) {
        const { status } = await school.call('teacher', 'POST', 'attendance/attendance/create/', {
          rfid_number,
          class_schedule,
          date,
        });
        expect(status).toBe(201);
      }
    expect((await taken('from=2026-03-01&to=2026-03-31')).body).toEqual({
      rolls: 2,
      first: '2026-03-02',
      last: '2026-03-09',
      classes_losing_weeks: 0,
    });
    expect((await taken('from=2026-03-03&to=2026-03-08')).body).toEqual({
      rolls: 0,
      first: null,
      last: null,
      classes_losing_weeks: 0,
    });
    const { semester } = (
      await school.call('admin', 'GET', `attendance/classschedule/${class_schedule}/`)
    ).body;
    expect((await taken(`from=2026-03-03&to=2026-06-01&semester=${semester.id}`)).body).toEqual({
      rolls: 1,
      first: '2026-03-02',
      last: '2026-03-02',
      classes_losing_weeks: 0,
    });
    expect((await taken('from=2026-03-03&to=2026-06-01&semester=999999')).body.rolls).toBe(0);
  });

  it('require dates in order', async () => {
    expect(await taken('from=2026-03-02&to=2026-03-01&semester=1')).toMatchObject({
      status: 400,
      body: { to: ['must not be before from'] },
    });
  });

  it('require permission to change the dates', async () => {
    expect((await taken('from=2026-03-01&to=2026-03-31', 'teacher')).status).toBe(403);
  });
});
