import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSchool, type Caller, type School } from '../../test/school.ts';

const date = '2026-03-02';
let school: School;
let mon9: number;
beforeAll(async () => {
  school = await openSchool();
  mon9 = await school.classId('mon9');
});
afterAll(() => school.close());
beforeEach(async () => {
  school.at('2026-03-02T09:15:00+11:00');
  await sql`delete from payroll_log`.execute(school.database);
});
const checkIn = (caller: Caller, more: object = {}) =>
  school.call(caller, 'POST', 'attendance/payroll-logs/create/', { class_schedule: mon9, date, ...more });

describe('a check-in', () => {
  it('is written once per class and date, pending', async () => {
    const first = await checkIn('teacher');
    expect(first).toMatchObject({ status: 201, body: { status: 'pending', duration_of_schedule: 60, date, teacher: { first_name: 'Tess' } } });
    expect(first.body.schedule).toMatchObject({ id: mon9, subject_name: 'Algebra', day_of_week: 'Monday', class_type: 'Lecture' });
    expect(await checkIn('otherTeacher')).toMatchObject({ status: 200, body: { id: first.body.id, teacher: { first_name: 'Tess' } } });
  });

  it('by a relief teacher is theirs', async () => {
    expect((await checkIn('otherTeacher')).body).toMatchObject({ teacher: { first_name: 'Theo' }, schedule: { teacher: { first_name: 'Tess' } } });
  });

  it('stores the rate and the amount of that moment in cents', async () => {
    await sql`insert into pay_code (paycode, amount_cents, paycode_type) values ('LEC', 10050, 'initial_lecture')`.execute(school.database);
    await sql`update class_schedule set payroll_id = (select id from pay_code) where id = ${mon9}`.execute(school.database);
    await checkIn('teacher');
    const { rows } = await sql`select rate_cents, amount_cents, duration_minutes from payroll_log`.execute(school.database);
    expect(rows).toEqual([{ rate_cents: 10050, amount_cents: 10050, duration_minutes: 60 }]);
  });

  it.each([
    ['half an hour before', '2026-03-02T08:30:00+11:00', 201],
    ['a second too early', '2026-03-02T08:29:59+11:00', 400],
    ['in the evening', '2026-03-02T23:59:59+11:00', 201],
    ['the day after', '2026-03-03T00:00:00+11:00', 400],
  ])('%s answers a teacher at %s with %i', async (_name, now, status) => {
    school.at(now);
    expect((await checkIn('teacher')).status).toBe(status);
  });

  it('outside the time is entered by an account', async () => {
    school.at('2026-03-05T09:00:00+11:00');
    expect((await checkIn('admin')).status).toBe(400);
    expect((await checkIn('account')).body).toMatchObject({ teacher: { first_name: 'Tess' } });
  });

  it('needs a class on that day', async () => {
    expect(await checkIn('teacher', { date: '2026-03-03' })).toMatchObject({ status: 400, body: { date: ['No Class on this day!'] } });
    expect((await checkIn('teacher', { class_schedule: 999999 })).body).toEqual({ class_schedule: ['This class does not exist'] });
  });
});

it('a teacher sees their own check-ins, and of an open class whether it is checked in', async () => {
  await checkIn('teacher');
  const seen = async (caller: Caller, query = '') => (await school.call(caller, 'GET', `attendance/payroll-logs/${query}`)).body.total;
  expect([await seen('teacher'), await seen('otherTeacher'), await seen('account'), await seen('admin')]).toEqual([1, 0, 1, 0]);
  expect(await seen('otherTeacher', `?class_schedule=${mon9}&date=${date}`)).toBe(1);
});
