import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { minutesBetween } from '#server/school/when.ts';
import { createCheckIn, date, type CheckIn } from '#server/test/check-in.ts';
import type { Caller } from '#server/test/test-school.ts';

let checkIn: CheckIn;
let meeting: number;
beforeAll(async () => {
  checkIn = await createCheckIn();
  const { rows } = await sql<{ id: number }>`
    select id from class_meeting
    where class_schedule_id = ${await checkIn.school.classId('mon9')}
      and date = ${date}`.execute(checkIn.school.database);
  meeting = rows[0]?.id ?? 0;
});
afterAll(() => checkIn.school.close());
beforeEach(async () => {
  await sql`
    update class_meeting set date = ${date}, start_time = '09:00', end_time = '09:45',
      status = 'scheduled', reason = null where id = ${meeting}`.execute(checkIn.school.database);
  checkIn.school.at(`${date}T09:15:00+11:00`);
  await checkIn.renew();
});

const change = async (what: string, body: object) => {
  const answer = await checkIn.school.call('admin', 'POST', `attendance/meetings/${what}/`, {
    ids: [meeting],
    ...body,
  });
  expect(answer.status).toBe(200);
};
const flagged = async (flag: string, caller: Caller = 'account') =>
  (await checkIn.school.call(caller, 'GET', `attendance/payroll-logs/?flag=${flag}`)).body.total;
const sumsOf = async (flag: string) =>
  (await checkIn.school.call('account', 'GET', `attendance/payroll-logs-stats/?flag=${flag}`)).body;
/** From 09:00, written directly to the database. */
const lastUntil = (end: string) =>
  sql`update class_meeting set end_time = ${end} where id = ${meeting}`.execute(
    checkIn.school.database,
  );

it('a check-in whose class is cancelled stays, and is flagged for accounts until it is restored', async () => {
  expect(await checkIn.read()).toMatchObject({ class_cancelled: false, minutes_now: null });
  await change('cancel', { reason: 'Flood' });
  expect(await checkIn.read()).toMatchObject({
    class_cancelled: true,
    minutes_now: null,
    amount_need_to_be_paid: '148.88',
  });
  expect(await flagged('class_cancelled')).toBe(1);
  expect(await sumsOf('class_cancelled')).toMatchObject({ total: 1, total_amount: '148.88' });
  const file = await checkIn.school.call(
    'account',
    'GET',
    'attendance/payroll-logs-export/?format=csv&flag=class_cancelled',
  );
  expect(file.body.trim().split('\n')).toHaveLength(2);

  // A completed line was paid: accounts must know.
  await checkIn.patch({ status: 'completed' });
  expect((await checkIn.read()).class_cancelled).toBe(true);
  await change('restore', {});
  expect((await checkIn.read()).class_cancelled).toBe(false);
  expect(await flagged('class_cancelled')).toBe(0);
});

it('a pending check-in has the current minutes of its class, a completed one its own', async () => {
  await lastUntil('10:00');
  expect(await checkIn.read()).toMatchObject({ duration_of_schedule: 45, minutes_now: 60 });
  expect(await flagged('minutes_differ')).toBe(1);
  expect(await sumsOf('minutes_differ')).toMatchObject({ total: 1, total_minutes: 45 });
  expect(await flagged('class_cancelled')).toBe(0);
  await checkIn.patch({ status: 'completed' });
  expect(await checkIn.read()).toMatchObject({ minutes_now: null });
  expect(await flagged('minutes_differ')).toBe(0);
  await lastUntil('09:45');
  await checkIn.patch({ status: 'pending', reason: 'Again' });
  expect(await checkIn.read()).toMatchObject({ minutes_now: null });
});

it('minutes are actual ones across daylight saving, and the class’s own when its start is skipped', async () => {
  // In Melbourne on 4 October 2026 it is 03:00 after 01:59.
  for (const [start, minutes] of [
    ['01:00', 120],
    ['02:30', 90],
  ] as const) {
    await sql`
      update class_meeting set date = '2026-10-04', start_time = ${start}, end_time = '04:00'
      where id = ${meeting}`.execute(checkIn.school.database);
    await sql`update payroll_log set date = '2026-10-04', duration_minutes = ${minutes}`.execute(
      checkIn.school.database,
    );
    expect(await checkIn.read()).toMatchObject({ minutes_now: null });
    await sql`update payroll_log set duration_minutes = 1`.execute(checkIn.school.database);
    expect(await checkIn.read()).toMatchObject({ minutes_now: minutes });
  }
});

it('minutes in the hour that comes twice are those of the check-in', async () => {
  // In Melbourne on 5 April 2026 it is 02:00 again after 02:59.
  for (const [start, end] of [
    ['02:30', '03:30'],
    ['01:40', '02:30'],
    ['02:10', '02:50'],
    ['03:00', '04:00'],
  ] as const) {
    const minutes = minutesBetween('2026-04-05', start, end, 'Australia/Melbourne');
    await sql`
      update class_meeting set date = '2026-04-05', start_time = ${start}, end_time = ${end}
      where id = ${meeting}`.execute(checkIn.school.database);
    await sql`update payroll_log set date = '2026-04-05', duration_minutes = ${minutes}`.execute(
      checkIn.school.database,
    );
    expect(await checkIn.read(), start).toMatchObject({ minutes_now: null });
  }
});

it('both are returned to accounts: the teacher’s own line does not have them', async () => {
  await change('cancel', { reason: 'Flood' });
  const own = await checkIn.read('teacher');
  expect(own).toMatchObject({ id: checkIn.id });
  expect(own).not.toHaveProperty('class_cancelled');
  expect(own).not.toHaveProperty('minutes_now');
});

it('a cancelled class is not missing a check-in', async () => {
  const missing = async () =>
    (
      await checkIn.school.call(
        'account',
        'GET',
        `attendance/payroll-logs-missing/?from_date=${date}&to_date=${date}`,
      )
    ).body.results.filter(
      (it: { schedule: { subject_code: string } }) => it.schedule.subject_code === 'MAT1',
    ).length;
  checkIn.school.at('2026-03-02T20:00:00+11:00');
  await sql`delete from payroll_log`.execute(checkIn.school.database);
  const before = await missing();
  await change('cancel', { reason: 'Flood' });
  expect(await missing()).toBe(before - 1);
  await change('restore', {});
  expect(await missing()).toBe(before);
});
