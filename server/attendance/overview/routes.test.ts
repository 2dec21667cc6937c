import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Overview } from '#contract/attendance/overview.ts';
import { standingsOf } from '#server/test/standings.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

const today = '2026-03-16';
let school: TestSchool;
beforeAll(async () => {
  school = await createTestSchool({ now: `${today}T09:30:00+11:00` });
});
afterAll(() => school.close());

const get = async (path: string, caller: Caller = 'admin') => {
  const { status, body } = await school.call(caller, 'GET', `attendance/${path}`);
  expect([path, status]).toEqual([path, 200]);
  return body;
};
const overview = (caller?: Caller): Promise<Overview> => get('overview/', caller);
const mark = async (student: string, status: string, date = today) => {
  const class_schedule = await school.classId('mon9');
  const body = { class_schedule, date, student, status };
  const path = 'attendance/attendance/create/';
  expect((await school.call('admin', 'POST', path, body)).status).toBe(201);
};

it('an overview without marks has counts, and no rates (R-OVERVIEW-1)', async () => {
  expect(await overview()).toMatchObject({
    date: today,
    rolls: { planned: 3, begun: 2, taken: 0, in_progress: 0, not_taken: 2 },
    rate: { today: null, usual: null, difference: null, weekday_hours: [109] },
    red_list: null,
    follow_ups: { all: 0, overdue: 0 },
    leave_requests: null,
  });
});

it('compares today’s rate with the usual one of the weekday and hours, as the report does', async () => {
  for (const [date, present] of [
    ['2026-03-02', ['S1', 'S2', 'S3']],
    ['2026-03-09', ['S1', 'S2', 'S3', 'S5']],
    [today, ['S1', 'S2']],
  ] as const)
    for (const student of ['S1', 'S2', 'S3', 'S5'])
      await mark(student, present.some((one) => one === student) ? 'Present' : 'Absent', date);
  const { rolls, rate } = await overview();
  expect(rolls).toEqual({ planned: 3, begun: 2, taken: 1, in_progress: 0, not_taken: 1 });
  expect(rate).toMatchObject({ today: 50, usual: 88, difference: -37.5 });
  const { totals } = await get(
    `reports/?by=weekday_hour&from_date=${today}&to_date=${today}&compare_from=${rate.from_date}` +
      `&compare_to=${rate.to_date}&weekday_hour=${rate.weekday_hours.join(',')}`,
  );
  expect(totals).toMatchObject({ rate: rate.today, difference: rate.difference });
  expect(totals.before.rate).toBe(rate.usual);
});

it('counts the rolls and the entries that the lists behind them show', async () => {
  const rule = { below: 80, least_meetings: 1 };
  await school.call('admin', 'POST', 'attendance/redlistrules/create/', rule);
  await standingsOf(school)();
  const { open_rolls, red_list } = await overview();
  expect(red_list).toBeGreaterThan(0);
  expect((await get('redlistedstudents/computed/?state=open')).total).toBe(red_list);
  const { not_taken, in_progress, from_date, to_date } = open_rolls;
  expect([from_date, to_date]).toEqual(['2026-03-02', today]);
  expect(not_taken).toBeGreaterThan(0);
  expect((await get('open-rolls/')).total).toBe(not_taken + in_progress);
  expect((await get('open-rolls/?state=not_taken')).total).toBe(not_taken);
  await sql`update student set archived_at = now() where student_id = 'S3'`.execute(
    school.database,
  );
  expect((await get('redlistedstudents/computed/?state=open')).total).toBe(
    (await overview()).red_list,
  );
});

it('before the first class of a day only a roll with an early mark has begun', async () => {
  school.at(`${today}T07:00:00+11:00`);
  expect(await overview()).toMatchObject({
    rolls: { planned: 3, begun: 1, taken: 1 },
    rate: { today: null, usual: null, weekday_hours: [] },
  });
});
