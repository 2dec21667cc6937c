import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCheckIn, date, type CheckIn } from '#server/test/check-in.ts';
import type { Caller } from '#server/test/test-school.ts';

let checkIn: CheckIn;
beforeAll(async () => {
  checkIn = await createCheckIn();
});
afterAll(() => checkIn.school.close());
beforeEach(() => checkIn.renew());

describe('a completed line', () => {
  beforeEach(() => checkIn.patch({ status: 'completed' }));

  it.each([
    ['the amount', { amount_need_to_be_paid: '1' }],
    ['the status', { status: 'pending' }],
    ['nothing at all', {}],
    ['the amount with an empty reason', { amount_need_to_be_paid: '1', reason: ' ' }],
  ])('is locked: %s', async (_name, body) => {
    expect(await checkIn.patch(body)).toEqual({
      status: 409,
      body: { detail: 'This check-in is completed. Give a reason to change it.' },
      headers: expect.anything(),
    });
    expect(await checkIn.read()).toMatchObject({
      status: 'completed',
      amount_need_to_be_paid: '148.88',
    });
  });

  it('is reopened or corrected with a reason, which is stored with user, time, old and new value', async () => {
    checkIn.school.at('2026-03-05T12:00:00+11:00');
    expect(
      (await checkIn.patch({ amount_need_to_be_paid: '150', reason: 'Agreed by phone' })).body,
    ).toMatchObject({
      status: 'completed',
      amount_need_to_be_paid: '150.00',
    });
    expect(
      (await checkIn.patch({ status: 'pending', teacher_id: checkIn.theo, reason: 'Theo taught' }))
        .body,
    ).toMatchObject({ status: 'pending' });
    const page = await checkIn.history();
    expect(page.total).toBe(4);
    expect(page.results).toMatchObject([
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
      {
        what: 'changed',
        reason: 'Agreed by phone',
        changes: [{ field: 'amount', from: '148.88', to: '150.00' }],
      },
      {
        what: 'changed',
        reason: null,
        changes: [{ field: 'status', from: 'pending', to: 'completed' }],
      },
      { what: 'checked_in', by: 'Tess Teacher', changes: [] },
    ]);
    checkIn.school.at('2026-03-02T09:15:00+11:00');
  });

  it('is not withdrawn, by any user', async () => {
    for (const caller of ['teacher', 'account'] as const) {
      expect(await checkIn.call(caller, 'DELETE')).toMatchObject({
        status: 409,
      });
    }
    expect((await checkIn.read()).status).toBe('completed');
  });
});

describe('several lines at once', () => {
  const bulk = (body: object, caller: Caller = 'account') =>
    checkIn.school.call(caller, 'POST', 'attendance/payroll-logs/bulk-update/', body);

  it('are completed only with the teachers and amounts that were seen', async () => {
    const { teacher, amount_need_to_be_paid } = await checkIn.read();
    const seen = { teacher_id: teacher.id, amount_need_to_be_paid };
    expect((await checkIn.patch({ amount_need_to_be_paid: '7.00', reason: 'x' })).status).toBe(200);
    const line = { id: checkIn.id, ...seen };
    expect(await bulk({ ids: [checkIn.id], status: 'completed', seen: [line] })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('Somebody else changed 1 of these check-ins') },
    });
    expect(await checkIn.patch({ status: 'completed', seen })).toMatchObject({
      status: 409,
      body: { amount_need_to_be_paid: [expect.stringContaining('its amount is 7.00 now')] },
    });
    expect((await checkIn.read()).status).toBe('pending');
    const now = { ...line, amount_need_to_be_paid: '7.00' };
    expect((await bulk({ ids: [checkIn.id], status: 'completed', seen: [now] })).status).toBe(200);
    await bulk({ ids: [checkIn.id], status: 'pending', reason: 'x' });
    await checkIn.patch({ amount_need_to_be_paid, reason: 'x' });
  });

  it('are completed, and reopened with a reason, each with its history', async () => {
    const other = (
      await checkIn.school.call('otherTeacher', 'POST', 'attendance/payroll-logs/create/', {
        class_schedule: await checkIn.school.classId('mon9b'),
        date,
      })
    ).body.id;
    expect(await bulk({ ids: [checkIn.id, other], status: 'completed' })).toMatchObject({
      status: 200,
      body: { results: [{ id: checkIn.id, status: 'completed' }, { id: other }] },
    });
    expect(await bulk({ ids: [checkIn.id, other], status: 'pending' })).toMatchObject({
      status: 409,
      body: { detail: '2 of these are completed. Give a reason to reopen them.' },
    });
    expect((await checkIn.read()).status).toBe('completed');
    expect(
      (await bulk({ ids: [checkIn.id], status: 'pending', reason: 'Wrong month' })).status,
    ).toBe(200);
    expect((await checkIn.history()).results.slice(0, 2)).toMatchObject([
      {
        what: 'reopened',
        reason: 'Wrong month',
        changes: [{ field: 'status', from: 'completed', to: 'pending' }],
      },
      { what: 'changed', changes: [{ field: 'status', from: 'pending', to: 'completed' }] },
    ]);
    // An unchanged line has no new entry in its history.
    expect((await bulk({ ids: [checkIn.id], status: 'pending' })).status).toBe(200);
    expect((await checkIn.history()).total).toBe(3);
  });

  it.each([
    [{ ids: [], status: 'completed' }, { ids: ['must name at least one'] }],
    [{ ids: [1], status: 'paid' }, { status: ['must be pending or completed'] }],
    [{ ids: ['1'], status: 'completed' }, { ids: ['must be a whole number'] }],
  ])('%j is refused', async (body, errors) =>
    expect(await bulk(body)).toMatchObject({ status: 400, body: errors }),
  );

  it('all or none: an unknown one changes none', async () => {
    expect(await bulk({ ids: [checkIn.id, 424_242], status: 'completed' })).toMatchObject({
      status: 400,
      body: { ids: ['424242 cannot be found'] },
    });
    expect((await checkIn.read()).status).toBe('pending');
  });
});

describe('permissions', () => {
  it.each([
    ['teacher', 403],
    ['otherTeacher', 403],
    ['admin', 403],
    ['account', 200],
  ] as const)('correct a line: %s %i', async (caller, status) => {
    expect((await checkIn.patch({ amount_need_to_be_paid: '1' }, caller)).status).toBe(status);
    expect(
      (
        await checkIn.school.call(caller, 'POST', 'attendance/payroll-logs/bulk-update/', {
          ids: [checkIn.id],
          status: 'pending',
        })
      ).status,
    ).toBe(status);
  });

  it.each([
    ['teacher', 204],
    ['otherTeacher', 404],
    ['admin', 404],
    ['account', 204],
  ] as const)('withdraw a pending line: %s %i', async (caller, status) => {
    expect((await checkIn.call(caller, 'DELETE')).status).toBe(status);
    expect((await checkIn.call('account', 'GET')).status).toBe(status === 204 ? 404 : 200);
  });

  it('to see a line and its history: its own teacher, and users who see all', async () => {
    for (const [caller, status] of [
      ['teacher', 200],
      ['account', 200],
      ['otherTeacher', 404],
      ['admin', 404],
    ] as const) {
      expect((await checkIn.call(caller, 'GET')).status).toBe(status);
      expect((await checkIn.call(caller, 'GET', 'history/')).status).toBe(status);
    }
    await checkIn.patch({ teacher_id: checkIn.theo });
    expect((await checkIn.call('teacher', 'GET')).status).toBe(404);
    // A stand-in sees the class's pay after accounts has completed the line.
    expect(await checkIn.read('otherTeacher')).toMatchObject({
      teacher: { id: checkIn.theo },
      stands_in: true,
    });
    expect(await checkIn.read('otherTeacher')).not.toHaveProperty('amount_need_to_be_paid');
    await checkIn.patch({ status: 'completed' });
    expect(await checkIn.read('otherTeacher')).toMatchObject({ amount_need_to_be_paid: '148.88' });
  });
});

it('a withdrawn one retains its history, which is read-only', async () => {
  await checkIn.call('teacher', 'DELETE');
  const { rows } = await sql`
    select what from payroll_log_history where payroll_log_id = ${checkIn.id}
    order by id`.execute(checkIn.school.database);
  expect(rows).toEqual([{ what: 'checked_in' }, { what: 'withdrawn' }]);
  for (const statement of [
    'update payroll_log_history set reason = null',
    'delete from payroll_log_history',
    'truncate payroll_log_history',
  ]) {
    await expect(sql.raw(statement).execute(checkIn.school.database)).rejects.toThrow(
      'append-only',
    );
  }
  expect(checkIn.tess).not.toBe(checkIn.theo);
});

it('two concurrent corrections both succeed, and the history has the previous value of each', async () => {
  const answers = await Promise.all(
    ['150', '160', '170'].map((amount) => checkIn.patch({ amount_need_to_be_paid: amount })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const steps = (await checkIn.history()).results
    .filter(({ what }: { what: string }) => what === 'changed')
    .toReversed();
  const chain = steps.map(
    ({ changes: [change] }: { changes: { from: string; to: string }[] }) => change!,
  );
  expect(chain).toHaveLength(3);
  expect([chain[0].from, chain[1].from, chain[2].from]).toEqual([
    '148.88',
    chain[0].to,
    chain[1].to,
  ]);
  expect((await checkIn.read()).amount_need_to_be_paid).toBe(chain[2].to);
});
