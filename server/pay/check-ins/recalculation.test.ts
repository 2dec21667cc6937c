import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCheckIn, date, type CheckIn } from '#server/test/check-in.ts';

let checkIn: CheckIn;
let classes: Record<'mon9' | 'mon9b' | 'mon10', number>;
beforeAll(async () => {
  checkIn = await createCheckIn();
  const { school } = checkIn;
  classes = {
    mon9: await school.classId('mon9'),
    mon9b: await school.classId('mon9b'),
    mon10: await school.classId('mon10'),
  };
});
afterAll(() => checkIn.school.close());
beforeEach(async () => {
  await sql`
    update class_meeting set end_time = '09:45', status = 'scheduled', reason = null,
      covering_teacher_id = null
    where class_schedule_id = ${classes.mon9} and date = ${date}`.execute(checkIn.school.database);
  await checkIn.renew();
});

const call = (method: 'GET' | 'POST', path: string, body?: object) =>
  checkIn.school.call('account', method, `attendance/${path}`, body);
const recalculate = async (...ids: number[]) => {
  const { status, body } = await call('POST', 'payroll-logs/recalculate/', { ids });
  expect(status).toBe(200);
  return body.results.map((result: { status: string }) => result.status);
};
const lastUntil = (end: string) =>
  sql`update class_meeting set end_time = ${end}
    where class_schedule_id = ${classes.mon9} and date = ${date}`.execute(checkIn.school.database);
const flagged = async (flag: string) =>
  (await call('GET', `payroll-logs/?flag=${flag}`)).body.results.map(
    ({ id }: { id: number }) => id,
  );

describe('minutes of a class that changed since the check-in', () => {
  it('are paid at the recorded rate, and the history has the old and new values', async () => {
    await lastUntil('10:00');
    expect(await flagged('minutes_differ')).toEqual([checkIn.id]);
    expect(await recalculate(checkIn.id)).toEqual(['recalculated']);
    expect(await checkIn.read()).toMatchObject({
      duration_of_schedule: 60,
      minutes_now: null,
      rate: '198.50',
      amount_need_to_be_paid: '198.50',
    });
    expect(await flagged('minutes_differ')).toEqual([]);
    expect((await checkIn.history()).results[0]).toMatchObject({
      what: 'changed',
      changes: [
        { field: 'minutes', from: '45', to: '60' },
        { field: 'amount', from: '148.88', to: '198.50' },
      ],
    });
  });

  it('do not change completed lines, and unchanged ones get no history', async () => {
    expect(await recalculate(checkIn.id)).toEqual(['unchanged']);
    await checkIn.patch({ status: 'completed' });
    await lastUntil('10:00');
    expect(await recalculate(checkIn.id)).toEqual(['unchanged']);
    expect(await checkIn.read()).toMatchObject({
      duration_of_schedule: 45,
      amount_need_to_be_paid: '148.88',
    });
    expect((await checkIn.history()).results).toHaveLength(2);
  });

  it('of several lines: all or none', async () => {
    await lastUntil('10:00');
    expect(
      await call('POST', 'payroll-logs/recalculate/', { ids: [checkIn.id, 424_242] }),
    ).toMatchObject({ status: 400, body: { ids: ['424242 cannot be found'] } });
    expect(await checkIn.read()).toMatchObject({ duration_of_schedule: 45 });
  });

  it('require accounts', async () => {
    for (const caller of ['teacher', 'admin'] as const)
      expect(
        (
          await checkIn.school.call(caller, 'POST', 'attendance/payroll-logs/recalculate/', {
            ids: [checkIn.id],
          })
        ).status,
      ).toBe(403);
  });
});

describe('accounts finds', () => {
  it('check-ins of one teacher at the same time, not consecutive ones', async () => {
    const enter = async (ref: keyof typeof classes) =>
      (
        await call('POST', 'payroll-logs/create/', {
          class_schedule: classes[ref],
          date,
          teacher_id: checkIn.tess,
          confirm_overlap: true,
        })
      ).body.id as number;
    expect(await checkIn.read()).toMatchObject({ overlaps: false });
    const after = await enter('mon10');
    const [beside] = [await enter('mon9b')];
    // 09:00–10:30 beside 09:00–09:45 and 10:00–11:00.
    expect((await flagged('overlap')).toSorted()).toEqual([checkIn.id, after, beside].toSorted());
    await sql`delete from payroll_log where id = ${beside}`.execute(checkIn.school.database);
    expect(await flagged('overlap')).toEqual([]);
    expect(await checkIn.read()).toMatchObject({ overlaps: false });
  });

  it('a cancelled class is not a second one at the same time', async () => {
    await call('POST', 'payroll-logs/create/', {
      class_schedule: classes.mon9b,
      date,
      teacher_id: checkIn.tess,
      confirm_overlap: true,
    });
    expect(await checkIn.read()).toMatchObject({ overlaps: true });
    await sql`
      update class_meeting set status = 'cancelled', reason = 'Flood'
      where class_schedule_id = ${classes.mon9} and date = ${date}`.execute(
      checkIn.school.database,
    );
    expect(await flagged('overlap')).toEqual([]);
  });

  it('a covered class whose planned teacher is paid, until the covering one is', async () => {
    expect(await checkIn.read()).toMatchObject({ covered_by: null });
    await sql`
      update class_meeting set covering_teacher_id = ${checkIn.theo}
      where class_schedule_id = ${classes.mon9} and date = ${date}`.execute(
      checkIn.school.database,
    );
    expect(await checkIn.read()).toMatchObject({ covered_by: 'Theo Tutor' });
    expect(await flagged('planned_paid')).toEqual([checkIn.id]);
    await checkIn.patch({ teacher_id: checkIn.theo });
    expect(await checkIn.read()).toMatchObject({ covered_by: null });
    expect(await flagged('planned_paid')).toEqual([]);
  });

  it('teachers see neither', async () => {
    const own = await checkIn.read('teacher');
    expect(own).not.toHaveProperty('overlaps');
    expect(own).not.toHaveProperty('covered_by');
  });
});
