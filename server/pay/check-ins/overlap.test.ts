import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/database/transactions.ts';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';
import { lockEverything } from '#server/timetable/clashes/lock.ts';

/** mon9 09:00–10:00 is Tess's; mon9b 09:00–10:30 and mon10 10:00–11:00 are Theo's. */
const date = '2026-03-02';
let school: TestSchool;
let classes: Record<'mon9' | 'mon9b' | 'mon10', number>;
let [tess, theo] = [0, 0];
beforeAll(async () => {
  school = await createTestSchool({ now: '2026-03-02T12:00:00+11:00' });
  classes = {
    mon9: await school.classId('mon9'),
    mon9b: await school.classId('mon9b'),
    mon10: await school.classId('mon10'),
  };
  [tess, theo] = await Promise.all(
    (['teacher', 'otherTeacher'] as const).map(
      async (user) => (await school.call(user, 'GET', 'user/details/')).body.teacher_id,
    ),
  );
});
afterAll(() => school.close());
beforeEach(() => sql`delete from payroll_log`.execute(school.database));

const checkIn = (caller: Caller, ref: keyof typeof classes, more: object = {}) =>
  school.call(caller, 'POST', 'attendance/payroll-logs/create/', {
    class_schedule: classes[ref],
    date,
    ...more,
  });
const lines = async () =>
  (await sql<{ n: number }>`select count(*) as n from payroll_log`.execute(school.database))
    .rows[0]!.n;

describe('two check-ins of one teacher at the same time', () => {
  it('are refused with the name of the other class', async () => {
    await checkIn('otherTeacher', 'mon9b');
    expect(await checkIn('otherTeacher', 'mon9')).toMatchObject({
      status: 409,
      body: {
        detail: 'You are checked in to another class at this time: Geometry MAT2, 09:00–10:30.',
        overlaps: [
          {
            class_schedule: classes.mon9b,
            subject_code: 'MAT2',
            start_time: '09:00',
            end_time: '10:30',
          },
        ],
      },
    });
    expect((await checkIn('otherTeacher', 'mon10')).status).toBe(409);
    expect(await lines()).toBe(1);
  });

  it('that follow each other do not overlap', async () => {
    expect((await checkIn('otherTeacher', 'mon9')).status).toBe(201);
    expect((await checkIn('otherTeacher', 'mon10')).status).toBe(201);
  });

  it('do not wait for an import, which waits for their classes', async () => {
    await inTransaction(school.database, async (trx) => {
      await lockEverything(trx);
      expect((await checkIn('otherTeacher', 'mon9')).status).toBe(201);
    });
  });

  it('do not both succeed concurrently', async () => {
    for (let round = 0; round < 20; round++) {
      await sql`delete from payroll_log`.execute(school.database);
      const refs =
        round % 2
          ? (['mon9', 'mon9b', 'mon9', 'mon9b'] as const)
          : (['mon9b', 'mon9', 'mon10'] as const);
      const answers = await Promise.all(refs.map((ref) => checkIn('otherTeacher', ref)));
      const overlapping = await sql<{ n: number }>`
        select count(*) as n from payroll_log l
        join payroll_log o on o.id < l.id and o.teacher_id = l.teacher_id and o.date = l.date
        join class_schedule c on c.id = l.class_schedule_id
        join class_schedule d on d.id = o.class_schedule_id
        where c.start_time < d.end_time and c.end_time > d.start_time`.execute(school.database);
      expect({
        answers: answers.map(({ status }) => status),
        overlapping: overlapping.rows[0]!.n,
      }).toMatchObject({ overlapping: 0 });
      expect(answers.every(({ status }) => [200, 201, 409].includes(status))).toBe(true);
    }
  });

  it('are entered by accounts after confirming, and by no teacher', async () => {
    await checkIn('otherTeacher', 'mon9b');
    const refused = await checkIn('account', 'mon9', { teacher_id: theo });
    expect(refused).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Theo Tutor is checked in to another class') },
    });
    expect(await checkIn('otherTeacher', 'mon9', { confirm_overlap: true })).toMatchObject({
      status: 403,
    });
    expect(await lines()).toBe(1);
    expect(
      await checkIn('account', 'mon9', { teacher_id: theo, confirm_overlap: true }),
    ).toMatchObject({ status: 201, body: { stands_in: true } });
  });

  it('do not result from a correction either, unless it is confirmed', async () => {
    const { id } = (await checkIn('teacher', 'mon9')).body;
    await checkIn('otherTeacher', 'mon9b');
    const patch = (body: object) =>
      school.call('account', 'PATCH', `attendance/payroll-logs/${id}/`, body);
    expect(await patch({ teacher_id: theo })).toMatchObject({
      status: 409,
      body: { overlaps: [{ class_schedule: classes.mon9b }] },
    });
    expect((await patch({ teacher_id: theo, confirm_overlap: true })).body.teacher.id).toBe(theo);
    expect((await patch({ teacher_id: tess })).body.teacher.id).toBe(tess);
  });
});
