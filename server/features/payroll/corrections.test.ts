import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSchool, type Caller, type School } from '../../test/school.ts';

const date = '2026-03-02';
let school: School;
let mon9: number;
let [tess, theo] = [0, 0];
let codes: Record<string, number>;
let id: number;

beforeAll(async () => {
  school = await openSchool();
  mon9 = await school.classId('mon9');
  [tess, theo] = await Promise.all(
    (['teacher', 'otherTeacher'] as const).map(async (who) => (await school.call(who, 'GET', 'user/details/')).body.teacher_id),
  );
  codes = {};
  for (const [paycode, amount] of [
    ['LEC', '198.50'],
    ['TUT', '100.01'],
  ] as const) {
    const added = await school.call('account', 'POST', 'attendance/payrolls/create/', { paycode, amount, paycode_type: 'tutorial_regular' });
    codes[paycode] = added.body.id;
  }
  await school.call('account', 'PATCH', `attendance/classschedule/${mon9}/`, { payroll_id: codes.LEC, end_time: '09:45' });
});
afterAll(() => school.close());
beforeEach(async () => {
  await sql`delete from payroll_log`.execute(school.database);
  id = (await school.call('teacher', 'POST', 'attendance/payroll-logs/create/', { class_schedule: mon9, date })).body.id;
});

const read = async (caller: Caller = 'account') => (await school.call(caller, 'GET', `attendance/payroll-logs/${id}/`)).body;
const patch = (body: object, caller: Caller = 'account') => school.call(caller, 'PATCH', `attendance/payroll-logs/${id}/`, body);
const history = async (caller: Caller = 'account') => (await school.call(caller, 'GET', `attendance/payroll-logs/${id}/history/`)).body;

describe('the amount of a line', () => {
  it('is the rate of its pay code for its minutes, and both stay when the pay code changes', async () => {
    expect(await read()).toMatchObject({
      payroll: { id: codes.LEC, paycode: 'LEC' },
      rate: '198.50',
      duration_of_schedule: 45,
      amount_need_to_be_paid: '148.88',
    });
    await school.call('account', 'PATCH', `attendance/payrolls/${codes.LEC}/`, { amount: '300' });
    expect(await read()).toMatchObject({ rate: '198.50', amount_need_to_be_paid: '148.88' });
    expect((await patch({ payroll_id: codes.LEC })).body).toMatchObject({ rate: '198.50', amount_need_to_be_paid: '148.88' });
    await school.call('account', 'PATCH', `attendance/payrolls/${codes.LEC}/`, { amount: '198.50' });
  });

  it.each([
    ['another pay code', () => ({ payroll_id: codes.TUT }), { rate: '100.01', amount_need_to_be_paid: '75.01' }],
    ['no pay code', () => ({ payroll_id: null }), { payroll: null, rate: '0.00', amount_need_to_be_paid: '0.00' }],
    ['an amount', () => ({ amount_need_to_be_paid: '150' }), { rate: '198.50', amount_need_to_be_paid: '150.00' }],
    ['an amount as a number', () => ({ amount_need_to_be_paid: 150.5 }), { amount_need_to_be_paid: '150.50' }],
    ['both: the amount wins', () => ({ payroll_id: codes.TUT, amount_need_to_be_paid: '80' }), { rate: '100.01', amount_need_to_be_paid: '80.00' }],
    ['another teacher', () => ({ teacher_id: theo }), { teacher: { first_name: 'Theo' }, amount_need_to_be_paid: '148.88' }],
    ['a status alone', () => ({ status: 'completed' }), { status: 'completed', amount_need_to_be_paid: '148.88' }],
    ['nothing', () => ({}), { status: 'pending', amount_need_to_be_paid: '148.88' }],
  ])('after %s', async (_name, body, row) => {
    expect(await patch(body())).toMatchObject({ status: 200, body: row });
    expect(await read()).toMatchObject(row);
  });

  it('that was given by hand stays when the teacher or the status changes', async () => {
    await patch({ amount_need_to_be_paid: '150' });
    expect((await patch({ teacher_id: theo, status: 'completed' })).body).toMatchObject({ amount_need_to_be_paid: '150.00' });
  });

  it.each([
    [{ payroll_id: 424_242 }, { payroll_id: ['does not exist'] }],
    [{ teacher_id: 424_242 }, { teacher_id: ['does not exist'] }],
    [{ teacher_id: null }, { teacher_id: ['is required'] }],
    [{ amount_need_to_be_paid: '-1' }, { amount_need_to_be_paid: ['must be an amount such as 198.50'] }],
    [{ amount_need_to_be_paid: '1.005' }, { amount_need_to_be_paid: ['must be an amount such as 198.50'] }],
    [{ status: 'paid' }, { status: ['must be pending or completed'] }],
    [{ minutes: 5 }, { minutes: ['is not a known field'] }],
  ])('%j is refused and changes nothing', async (body, told) => {
    const before = await read();
    expect(await patch(body)).toMatchObject({ status: 400, body: told });
    expect(await read()).toEqual(before);
  });
});

describe('a completed line', () => {
  beforeEach(() => patch({ status: 'completed' }));

  it.each([
    ['the amount', { amount_need_to_be_paid: '1' }],
    ['the status', { status: 'pending' }],
    ['nothing at all', {}],
    ['the amount with an empty reason', { amount_need_to_be_paid: '1', reason: ' ' }],
  ])('is locked: %s', async (_name, body) => {
    expect(await patch(body)).toEqual({
      status: 409,
      body: { detail: 'This check-in is completed. Give a reason to change it.' },
      headers: expect.anything(),
    });
    expect(await read()).toMatchObject({ status: 'completed', amount_need_to_be_paid: '148.88' });
  });

  it('is reopened or corrected with a reason, which is kept with who, when and from–to', async () => {
    school.at('2026-03-05T12:00:00+11:00');
    expect((await patch({ amount_need_to_be_paid: '150', reason: 'Agreed by phone' })).body).toMatchObject({
      status: 'completed',
      amount_need_to_be_paid: '150.00',
    });
    expect((await patch({ status: 'pending', teacher_id: theo, reason: 'Theo taught' })).body).toMatchObject({ status: 'pending' });
    const told = await history();
    expect(told.total).toBe(4);
    expect(told.results).toMatchObject([
      {
        what: 'reopened',
        by: 'account',
        at: '2026-03-05T01:00:00.000Z',
        reason: 'Theo taught',
        changes: [
          { field: 'teacher', from: 'Tess Teacher', to: 'Theo Tutor' },
          { field: 'status', from: 'completed', to: 'pending' },
        ],
      },
      { what: 'changed', reason: 'Agreed by phone', changes: [{ field: 'amount', from: '148.88', to: '150.00' }] },
      { what: 'changed', reason: null, changes: [{ field: 'status', from: 'pending', to: 'completed' }] },
      { what: 'checked_in', by: 'Tess Teacher', changes: [] },
    ]);
    school.at('2026-03-02T09:15:00+11:00');
  });

  it('is not withdrawn, by nobody', async () => {
    for (const caller of ['teacher', 'account'] as const) {
      expect(await school.call(caller, 'DELETE', `attendance/payroll-logs/${id}/`)).toMatchObject({ status: 409 });
    }
    expect((await read()).status).toBe('completed');
  });
});

describe('several lines at once', () => {
  const bulk = (body: object, caller: Caller = 'account') => school.call(caller, 'POST', 'attendance/payroll-logs/bulk-update/', body);

  it('are completed, and reopened with a reason, each with its history', async () => {
    const other = (
      await school.call('otherTeacher', 'POST', 'attendance/payroll-logs/create/', { class_schedule: await school.classId('mon9b'), date })
    ).body.id;
    expect(await bulk({ ids: [id, other], status: 'completed' })).toMatchObject({
      status: 200,
      body: { results: [{ id, status: 'completed' }, { id: other }] },
    });
    expect(await bulk({ ids: [id, other], status: 'pending' })).toMatchObject({
      status: 409,
      body: { detail: '2 of these are completed. Give a reason to reopen them.' },
    });
    expect((await read()).status).toBe('completed');
    expect((await bulk({ ids: [id], status: 'pending', reason: 'Wrong month' })).status).toBe(200);
    expect((await history()).results.slice(0, 2)).toMatchObject([
      { what: 'reopened', reason: 'Wrong month', changes: [{ field: 'status', from: 'completed', to: 'pending' }] },
      { what: 'changed', changes: [{ field: 'status', from: 'pending', to: 'completed' }] },
    ]);
    // What already is so stays so, without a line in its history.
    expect((await bulk({ ids: [id], status: 'pending' })).status).toBe(200);
    expect((await history()).total).toBe(3);
  });

  it.each([
    [{ ids: [], status: 'completed' }, { ids: ['must name at least one'] }],
    [{ ids: [1], status: 'paid' }, { status: ['must be pending or completed'] }],
    [{ ids: ['1'], status: 'completed' }, { ids: ['must be a whole number'] }],
  ])('%j is refused', async (body, told) => expect(await bulk(body)).toMatchObject({ status: 400, body: told }));

  it('all or none: an unknown one changes none', async () => {
    expect(await bulk({ ids: [id, 424_242], status: 'completed' })).toMatchObject({ status: 400, body: { ids: ['424242 cannot be found'] } });
    expect((await read()).status).toBe('pending');
  });
});

describe('who may', () => {
  it.each([
    ['teacher', 403],
    ['otherTeacher', 403],
    ['admin', 403],
    ['account', 200],
  ] as const)('correct a line: %s %i', async (caller, status) => {
    expect((await patch({ amount_need_to_be_paid: '1' }, caller)).status).toBe(status);
    expect((await school.call(caller, 'POST', 'attendance/payroll-logs/bulk-update/', { ids: [id], status: 'pending' })).status).toBe(status);
  });

  it.each([
    ['teacher', 204],
    ['otherTeacher', 403],
    ['admin', 403],
    ['account', 204],
  ] as const)('withdraw a pending line: %s %i', async (caller, status) => {
    expect((await school.call(caller, 'DELETE', `attendance/payroll-logs/${id}/`)).status).toBe(status);
    expect((await school.call('account', 'GET', `attendance/payroll-logs/${id}/`)).status).toBe(status === 204 ? 404 : 200);
  });

  it('see a line and its history: the teacher whose it is, and who sees all', async () => {
    for (const [caller, status] of [
      ['teacher', 200],
      ['account', 200],
      ['otherTeacher', 404],
      ['admin', 404],
    ] as const) {
      expect((await school.call(caller, 'GET', `attendance/payroll-logs/${id}/`)).status).toBe(status);
      expect((await school.call(caller, 'GET', `attendance/payroll-logs/${id}/history/`)).status).toBe(status);
    }
    await patch({ teacher_id: theo });
    expect((await school.call('teacher', 'GET', `attendance/payroll-logs/${id}/`)).status).toBe(404);
    // A stand-in learns what the class pays once accounts has completed the line.
    expect(await read('otherTeacher')).toMatchObject({ teacher: { id: theo }, stands_in: true });
    expect(await read('otherTeacher')).not.toHaveProperty('amount_need_to_be_paid');
    await patch({ status: 'completed' });
    expect(await read('otherTeacher')).toMatchObject({ amount_need_to_be_paid: '148.88' });
  });
});

it('what was withdrawn keeps its history, which nobody can change', async () => {
  await school.call('teacher', 'DELETE', `attendance/payroll-logs/${id}/`);
  const { rows } = await sql`select what from payroll_log_history where payroll_log_id = ${id} order by id`.execute(school.database);
  expect(rows).toEqual([{ what: 'checked_in' }, { what: 'withdrawn' }]);
  for (const statement of ['update payroll_log_history set reason = null', 'delete from payroll_log_history', 'truncate payroll_log_history']) {
    await expect(sql.raw(statement).execute(school.database)).rejects.toThrow('append-only');
  }
  expect(tess).not.toBe(theo);
});

it('two corrections at once both happen, and the history says from what each of them came', async () => {
  const answers = await Promise.all(['150', '160', '170'].map((amount) => patch({ amount_need_to_be_paid: amount })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const steps = (await history()).results.filter(({ what }: { what: string }) => what === 'changed').toReversed();
  const chain = steps.map(({ changes: [change] }: { changes: { from: string; to: string }[] }) => change!);
  expect(chain).toHaveLength(3);
  expect([chain[0].from, chain[1].from, chain[2].from]).toEqual(['148.88', chain[0].to, chain[1].to]);
  expect((await read()).amount_need_to_be_paid).toBe(chain[2].to);
});
