import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { institute } from '#server/test/institute.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

const date = '2026-03-02';
let school: TestSchool;
let mon9: number;
beforeAll(async () => {
  school = await createTestSchool();
  mon9 = await school.classId('mon9');
});
afterAll(() => school.close());
beforeEach(async () => {
  school.at('2026-03-02T09:15:00+11:00');
  await sql`delete from payroll_log`.execute(school.database);
});
const checkIn = (caller: Caller, more: object = {}) =>
  school.call(caller, 'POST', 'attendance/payroll-logs/create/', {
    class_schedule: mon9,
    date,
    ...more,
  });

describe('a check-in', () => {
  it('is written once per class and date, pending', async () => {
    const first = await checkIn('teacher');
    expect(first).toMatchObject({
      status: 201,
      body: { status: 'pending', duration_of_schedule: 60, date, teacher: { first_name: 'Tess' } },
    });
    expect(first.body.schedule).toMatchObject({
      id: mon9,
      subject_name: 'Algebra',
      day_of_week: 'Monday',
      class_type: 'Lecture',
    });
    expect(await checkIn('teacher')).toMatchObject({ status: 200, body: { id: first.body.id } });
    // Who is not paid is not answered as if they were (R-TEACH-2).
    expect(await checkIn('otherTeacher')).toMatchObject({
      status: 409,
      body: { detail: expect.stringMatching(/^Tess .* is checked in to this class already\.$/) },
    });
  });

  it('by a relief teacher belongs to them', async () => {
    expect((await checkIn('otherTeacher')).body).toMatchObject({
      teacher: { first_name: 'Theo' },
      schedule: { teacher: { first_name: 'Tess' } },
    });
  });

  it('stores the current rate and amount in cents', async () => {
    await sql`insert into pay_code (paycode, amount_cents, paycode_type)
      values ('LEC', 10050, 'initial_lecture')`.execute(school.database);
    await sql`
      update class_schedule set payroll_id = (select id from pay_code) where id = ${mon9}`.execute(
      school.database,
    );
    await checkIn('teacher');
    const { rows } =
      await sql`select rate_cents, amount_cents, duration_minutes from payroll_log`.execute(
        school.database,
      );
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

  it('outside the time window is entered by an account', async () => {
    school.at('2026-03-05T09:00:00+11:00');
    expect((await checkIn('teacher')).status).toBe(400);
    expect((await checkIn('account')).body).toMatchObject({ teacher: { first_name: 'Tess' } });
  });

  it('is entered by an account for a stand-in, by a teacher only for themselves', async () => {
    const { teacher_id } = (await school.call('otherTeacher', 'GET', 'user/details/')).body;
    expect((await checkIn('teacher', { teacher_id })).status).toBe(403);
    expect((await checkIn('admin', { teacher_id })).status).toBe(403);
    expect(await checkIn('account', { teacher_id: 424_242 })).toMatchObject({
      status: 400,
      body: { teacher_id: ['does not exist'] },
    });
    const entered = await checkIn('account', { teacher_id });
    expect(entered).toMatchObject({ status: 201, body: { teacher: { first_name: 'Theo' } } });
    const { body } = await school.call(
      'otherTeacher',
      'GET',
      `attendance/payroll-logs/${entered.body.id}/history/`,
    );
    expect(body.results).toMatchObject([{ what: 'entered', by: 'account' }]);
  });

  it('is not entered by an admin who does not teach, with or without a teacher', async () => {
    const { teacher_id } = (await school.call('teacher', 'GET', 'user/details/')).body;
    for (const more of [{}, { teacher_id }, { class_schedule: 999_999 }])
      expect((await checkIn('admin', more)).status).toBe(403);
    expect((await sql`select from payroll_log`.execute(school.database)).rows).toEqual([]);
  });

  it('is not entered for a future class, by any user', async () => {
    expect((await checkIn('account', { date: '2026-03-09' })).body).toEqual({
      date: ['This class is still to come'],
    });
    school.at('2026-03-02T07:00:00+11:00');
    expect((await checkIn('account')).status).toBe(201);
  });

  it('with concurrent requests, only one is written', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) => checkIn(number % 2 ? 'teacher' : 'otherTeacher')),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    // The others are answered with that line, or refused where it is the teacher's and they stand in.
    expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([]);
    const lines = answers.flatMap(({ body }) => (body.id === undefined ? [] : [body.id]));
    expect(new Set(lines).size).toBe(1);
  });

  it('shows in the day’s classes', async () => {
    const states = async () => {
      const { body } = await school.call(
        'otherTeacher',
        'GET',
        `attendance/classschedule/?date=${date}`,
      );
      return Object.fromEntries(
        body.results.map((row: { id: number; check_in: string | null }) => [row.id, row.check_in]),
      );
    };
    expect((await states())[mon9]).toBe(null);
    const { id } = (await checkIn('teacher')).body;
    expect((await states())[mon9]).toBe('pending');
    await school.call('account', 'PATCH', `attendance/payroll-logs/${id}/`, {
      status: 'completed',
    });
    expect((await states())[mon9]).toBe('completed');
  });

  it('requires a class on that day', async () => {
    expect(await checkIn('teacher', { date: '2026-03-03' })).toMatchObject({
      status: 400,
      body: { date: ['No Class on this day!'] },
    });
    expect((await checkIn('teacher', { class_schedule: 999999 })).body).toEqual({
      class_schedule: ['This class does not exist'],
    });
  });
});

it('across a change of the clocks, the actual minutes are paid, and the window opens half an hour before', async () => {
  // Friday 27 March 2026, Jerusalem: 02:00 → 03:00.
  const friday = {
    ...institute.timetable![0]!,
    ref: 'fri1',
    day_of_week: 'Friday',
    start_time: '01:00',
    end_time: '04:00',
  };
  const abroad = await createTestSchool({
    env: { TIME_ZONE: 'Asia/Jerusalem' },
    rows: { ...institute, timetable: [friday], enrolments: [] },
  });
  try {
    const class_schedule = await abroad.classId('fri1');
    const call = (day: string) =>
      abroad.call('teacher', 'POST', 'attendance/payroll-logs/create/', {
        class_schedule,
        date: day,
      });
    // Open from 00:30, 22:30 UTC the evening before.
    for (const [now, day, status, minutes] of [
      ['2026-03-26T22:29:59Z', '2026-03-27', 400],
      ['2026-03-26T22:30:00Z', '2026-03-27', 201, 120],
      ['2026-03-20T20:59:59Z', '2026-03-20', 201, 180],
      ['2026-04-03T20:59:59Z', '2026-04-03', 400],
      ['2026-04-10T20:59:59Z', '2026-04-10', 201, 180],
      ['2026-04-17T21:00:00Z', '2026-04-17', 400],
    ] as const) {
      abroad.at(now);
      const answer = await call(day);
      expect({ now, ...answer }).toMatchObject({
        status,
        ...(minutes && { body: { duration_of_schedule: minutes } }),
      });
    }
  } finally {
    await abroad.close();
  }
});

describe('a pay code that is in use is not deleted', () => {
  const account = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    school.call('account', method, `attendance/${path}`, body);
  const newCode = async (paycode: string): Promise<number> => {
    const added = await sql<{ id: number }>`
      insert into pay_code (paycode, amount_cents, paycode_type)
      values (${paycode}, 5000, 'initial_lecture') returning id`.execute(school.database);
    return added.rows[0]?.id ?? 0;
  };

  it('by a cover', async () => {
    const payroll_id = await newCode('COVER');
    const theo = (await school.call('otherTeacher', 'GET', 'user/details/')).body.teacher_id;
    const { rows } = await sql<{ id: number }>`
      select id from class_meeting where class_schedule_id = ${mon9}
        and date = '2026-03-16'`.execute(school.database);
    const cover = { ids: [rows[0]?.id], teacher_id: theo, payroll_id, confirm: true };
    expect((await account('POST', 'meetings/cover/', cover)).status).toBe(200);
    expect(await account('DELETE', `payrolls/${payroll_id}/`)).toMatchObject({
      status: 409,
      body: { detail: 'This pay code is still used by 1 cover. Archive it instead.' },
    });
  });

  it('by a class from a later date on', async () => {
    const payroll_id = await newCode('LATER');
    const change = { payroll_id, effective_from: '2026-04-20' };
    expect((await account('PATCH', `classschedule/${mon9}/`, change)).status).toBe(200);
    expect(await account('DELETE', `payrolls/${payroll_id}/`)).toMatchObject({ status: 409 });
  });
});
