import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestSchool, type Caller, type TestSchool } from '#server/test/test-school.ts';

const date = '2026-03-02';
let school: TestSchool;
let mon9: number;
let [tess, theo] = [0, 0];
let id: number;

/** Theo has checked in to Tess's class, which pays 87.65 an hour. */
beforeAll(async () => {
  school = await createTestSchool();
  mon9 = await school.classId('mon9');
  [tess, theo] = await Promise.all(
    (['teacher', 'otherTeacher'] as const).map(
      async (user) => (await school.call(user, 'GET', 'user/details/')).body.teacher_id,
    ),
  );
  const code = { paycode: 'LEC', amount: '87.65', paycode_type: 'tutorial_regular' };
  const { body } = await school.call('account', 'POST', 'attendance/payrolls/create/', code);
  await school.call('account', 'PATCH', `attendance/classschedule/${mon9}/`, {
    payroll_id: body.id,
  });
});
afterAll(() => school.close());
beforeEach(async () => {
  school.at('2026-03-02T09:15:00+11:00');
  await sql`delete from payroll_log`.execute(school.database);
  // Append-only: an objection of one test would affect the next.
  await sql`alter table payroll_log_history disable trigger user`.execute(school.database);
  await sql`delete from payroll_log_history`.execute(school.database);
  await sql`alter table payroll_log_history enable trigger user`.execute(school.database);
  id = (await checkIn('otherTeacher')).body.id;
});

const checkIn = (caller: Caller) =>
  school.call(caller, 'POST', 'attendance/payroll-logs/create/', { class_schedule: mon9, date });
const read = async (caller: Caller) =>
  (await school.call(caller, 'GET', `attendance/payroll-logs/${id}/`)).body;
const patch = (body: object) =>
  school.call('account', 'PATCH', `attendance/payroll-logs/${id}/`, body);
const contest = (caller: Caller) =>
  school.call(caller, 'POST', `attendance/payroll-logs/${id}/contest/`, {});
const notices = async (caller: Caller) =>
  (await school.call(caller, 'GET', 'attendance/payroll-logs-stand-ins/')).body.results;
const flagged = async (flag: string) =>
  (await school.call('account', 'GET', `attendance/payroll-logs/?flag=${flag}`)).body.total;

describe('a stand-in', () => {
  it('is flagged for accounts, and can be filtered', async () => {
    expect(await read('account')).toMatchObject({
      stands_in: true,
      teacher: { id: theo },
      class_teacher: { id: tess },
    });
    expect([
      await flagged('stand_in'),
      await flagged('contested'),
      await flagged('stand_in,contested'),
    ]).toEqual([1, 0, 1]);
    const { body } = await school.call('account', 'GET', 'attendance/payroll-logs-export/');
    expect(body).toContain('Stand-in for');
    expect(body).toContain('Tess Teacher');
  });

  it('is determined by the class’s teacher at the time, not the current one', async () => {
    await school.call('admin', 'PATCH', `attendance/classschedule/${mon9}/`, { teacher_id: theo });
    expect(await read('account')).toMatchObject({
      stands_in: true,
      class_teacher: { id: tess },
      schedule: { teacher: { id: tess } },
    });
    await school.call('admin', 'PATCH', `attendance/classschedule/${mon9}/`, { teacher_id: tess });
  });

  it('does not see the rate of the class before accounts has completed the line', async () => {
    const hidden = ['payroll', 'rate', 'amount_need_to_be_paid'];
    const seen = async () => {
      const list = await school.call('otherTeacher', 'GET', 'attendance/payroll-logs/');
      const history = await school.call(
        'otherTeacher',
        'GET',
        `attendance/payroll-logs/${id}/history/`,
      );
      const sums = await school.call(
        'otherTeacher',
        'GET',
        'attendance/payroll-logs-stats/?by=week',
      );
      return {
        line: await read('otherTeacher'),
        listed: list.body.results[0],
        history: history.body.results,
        sums: sums.body,
      };
    };
    await patch({ amount_need_to_be_paid: '12.34', reason: 'says 12.34' });
    const pending = await seen();
    for (const name of hidden) {
      expect(pending.line).not.toHaveProperty(name);
      expect(pending.listed).not.toHaveProperty(name);
    }
    expect(pending.sums).toMatchObject({
      total: 1,
      total_minutes: 60,
      total_amount: '0.00',
      groups: [{ amount: '0.00' }],
    });
    expect(JSON.stringify(pending)).not.toMatch(/12\.34|87\.65|LEC/);

    await patch({ status: 'completed' });
    const completed = await seen();
    expect(completed.line).toMatchObject({
      payroll: { paycode: 'LEC' },
      rate: '87.65',
      amount_need_to_be_paid: '12.34',
    });
    expect(completed.sums).toMatchObject({ total_amount: '12.34' });
  });

  it('discloses nothing of their pay to the teacher who gets the line', async () => {
    await patch({ amount_need_to_be_paid: '12.34', reason: 'says 12.34' });
    await patch({ teacher_id: tess });
    await patch({ amount_need_to_be_paid: '90.00' });
    const { body } = await school.call('teacher', 'GET', `attendance/payroll-logs/${id}/history/`);
    expect(JSON.stringify(body)).not.toContain('87.65');
    expect(body.results).toMatchObject([
      { what: 'changed', changes: [{ field: 'amount', from: '12.34', to: '90.00' }] },
      { what: 'changed', changes: [{ field: 'teacher', from: 'Theo Tutor', to: 'Tess Teacher' }] },
      { what: 'changed', changes: [], reason: null },
      { what: 'checked_in' },
    ]);
  });
});

describe('a changed amount', () => {
  it('is flagged wherever it is shown', async () => {
    expect((await read('account')).amount_changed).toBe(false);
    await patch({ amount_need_to_be_paid: '12.34' });
    expect((await read('account')).amount_changed).toBe(true);
    expect(await read('otherTeacher')).not.toHaveProperty('amount_changed');
    await patch({ status: 'completed' });
    expect((await read('otherTeacher')).amount_changed).toBe(true);
  });

  it('of an earlier teacher is hidden from the current teacher', async () => {
    await patch({ amount_need_to_be_paid: '12.34' });
    await patch({ teacher_id: tess });
    expect((await read('teacher')).amount_changed).toBe(false);
    await patch({ amount_need_to_be_paid: '90.00' });
    expect((await read('teacher')).amount_changed).toBe(true);
  });
});

describe('the teacher of the class', () => {
  it('who then checks in sees whose check-in exists', async () => {
    expect(await checkIn('teacher')).toMatchObject({
      status: 200,
      body: { id, teacher: { first_name: 'Theo' }, stands_in: true },
    });
  });

  it('sees the stand-in, while pending and for seven days, without pay', async () => {
    expect(await notices('teacher')).toMatchObject([
      { id, teacher: { first_name: 'Theo' }, status: 'pending' },
    ]);
    expect((await notices('teacher'))[0]).not.toHaveProperty('rate');
    for (const caller of ['otherTeacher', 'admin'] as const)
      expect(await notices(caller)).toEqual([]);
    school.at('2026-03-30T09:15:00+11:00');
    expect(await notices('teacher')).toHaveLength(1);
    await patch({ status: 'completed' });
    expect(await notices('teacher')).toEqual([]);
    school.at('2026-03-09T09:14:00+11:00');
    expect(await notices('teacher')).toHaveLength(1);
  });

  it('objects, which accounts sees and settles by deciding who is paid', async () => {
    expect(await contest('teacher')).toMatchObject({
      status: 200,
      body: { contested_at: '2026-03-01T22:15:00.000Z', contested_by: 'Tess Teacher' },
    });
    expect((await contest('teacher')).status).toBe(200);
    expect(await flagged('contested')).toBe(1);
    expect(await read('otherTeacher')).toMatchObject({ contested_by: 'Tess Teacher' });
    expect(await patch({ status: 'completed' })).toMatchObject({
      status: 409,
      body: {
        detail: 'This check-in is contested by the teacher of the class. Choose who is paid first.',
      },
    });
    const bulk = { ids: [id], status: 'completed' };
    expect(
      (await school.call('account', 'POST', 'attendance/payroll-logs/bulk-update/', bulk)).status,
    ).toBe(409);

    expect((await patch({ teacher_id: tess, status: 'completed' })).body).toMatchObject({
      teacher: { id: tess },
      stands_in: false,
      contested_at: null,
      contested_by: null,
      status: 'completed',
    });
    const { body } = await school.call('account', 'GET', `attendance/payroll-logs/${id}/history/`);
    expect(body.results).toMatchObject([
      {
        what: 'changed',
        changes: [
          { field: 'teacher' },
          { field: 'status' },
          { field: 'objection', from: 'open', to: 'settled' },
        ],
      },
      { what: 'contested', by: 'Tess Teacher' },
      { what: 'checked_in' },
    ]);
    expect((await school.call('teacher', 'GET', `attendance/payroll-logs/${id}/`)).status).toBe(
      200,
    );
  });

  it('gets a decision also when accounts confirms the stand-in', async () => {
    await contest('teacher');
    expect((await patch({ teacher_id: theo })).body).toMatchObject({
      teacher: { id: theo },
      contested_at: null,
      stands_in: true,
    });
  });

  it('objects only to pending lines of others in their own classes', async () => {
    for (const caller of ['otherTeacher', 'admin', 'account'] as const)
      expect((await contest(caller)).status).toBe(404);
    await patch({ status: 'completed' });
    expect(await contest('teacher')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('completed') },
    });
    await patch({ status: 'pending', reason: 'x', teacher_id: tess });
    expect(await contest('teacher')).toMatchObject({
      status: 409,
      body: { detail: 'This check-in is your own.' },
    });
    expect((await read('account')).contested_at).toBe(null);
  });

  it('keeps the objection when a stand-in withdraws the contested line and checks in again', async () => {
    await contest('teacher');
    expect(
      (await school.call('otherTeacher', 'DELETE', `attendance/payroll-logs/${id}/`)).status,
    ).toBe(204);
    expect(await checkIn('otherTeacher')).toMatchObject({
      status: 409,
      body: {
        detail: 'The teacher of the class objected to your check-in. Accounts decides who is paid.',
      },
    });
    const entered = await school.call('account', 'POST', 'attendance/payroll-logs/create/', {
      class_schedule: mon9,
      date,
      teacher_id: theo,
    });
    expect(entered.status).toBe(201);
  });

  it('checks in after the stand-in has withdrawn a contested line', async () => {
    await contest('teacher');
    expect(
      (await school.call('otherTeacher', 'DELETE', `attendance/payroll-logs/${id}/`)).status,
    ).toBe(204);
    expect(await checkIn('teacher')).toMatchObject({
      status: 201,
      body: { stands_in: false, contested_at: null },
    });
  });
});

it('the database refuses objections to completed lines', async () => {
  await contest('teacher');
  await expect(
    sql`update payroll_log set status = 'completed'`.execute(school.database),
  ).rejects.toThrow('payroll_log_contested_is_pending');
});
