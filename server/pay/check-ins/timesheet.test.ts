import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/test/test-school.ts';
import { createTimesheet, type Timesheet } from '#server/test/timesheet.ts';

let timesheet: Timesheet;
beforeAll(async () => {
  timesheet = await createTimesheet();
});
afterAll(() => timesheet.school.close());

describe('the list of check-ins', () => {
  it('shows teachers only their own, none with a filter of others, and all to users who see all', async () => {
    const seen = async (caller: Caller, query = '') =>
      (await timesheet.call(caller, `payroll-logs/${query}`)).body.total;
    expect([
      await seen('teacher'),
      await seen('otherTeacher'),
      await seen('account'),
      await seen('admin'),
    ]).toEqual([2, 2, 4, 0]);
    expect([
      await seen('teacher', `?teacher=${timesheet.tess}`),
      await seen('teacher', `?teacher=${timesheet.tess},${timesheet.theo}`),
      await seen('teacher', `?teacher=${timesheet.theo}`),
      await seen('account', `?teacher=${timesheet.theo}`),
    ]).toEqual([2, 2, 0, 2]);
  });

  it('shows every reader of a class that it is checked in, but no pay', async () => {
    const ofClass = async (caller: Caller) =>
      (
        await timesheet.call(
          caller,
          `payroll-logs/?class_schedule=${timesheet.classes.mon9}&date=2026-03-02`,
        )
      ).body.results[0];
    for (const caller of ['otherTeacher', 'admin'] as const) {
      const seen = await ofClass(caller);
      expect(seen).toMatchObject({ status: 'completed', teacher: { first_name: 'Tess' } });
      for (const hidden of ['payroll', 'rate', 'amount_need_to_be_paid'])
        expect(seen).not.toHaveProperty(hidden);
    }
    for (const caller of ['teacher', 'account'] as const)
      expect(await ofClass(caller)).toMatchObject({
        rate: '99.99',
        amount_need_to_be_paid: '99.99',
      });
  });

  it.each([
    ['from_date=2026-03-02', 3],
    ['to_date=2026-03-01', 1],
    ['from_date=2026-03-02&to_date=2026-03-02', 2],
    ['date=2026-02-23,2026-03-03', 2],
    ['status=pending', 3],
    ['status=completed', 1],
    ['status=pending,completed', 4],
    ['payroll=none', 2],
    ['payroll=1', 2],
    ['payroll=1,none', 4],
    ['subject=1', 2],
    ['search=algebra', 2],
    ['search=theo', 2],
    ['search=tess%20mat1', 2],
    ['search=theo%20mat1', 0],
    ['search=t%25', 0],
  ])('filtered by %s has %i', async (query, total) =>
    expect((await timesheet.call('account', `payroll-logs/?${query}`)).body).toMatchObject({
      total,
    }),
  );

  it.each(['date', 'teacher', 'duration', 'amount', 'status'])(
    'is sorted by %s, both ways',
    async (order) => {
      const ids = async (ordering: string) =>
        (await timesheet.call('account', `payroll-logs/?ordering=${ordering}`)).body.results.map(
          (row: { id: number }) => row.id,
        );
      expect(await ids(`-${order}`)).toEqual((await ids(order)).toReversed());
    },
  );

  it.each([
    ['payroll=lec', 'payroll', 'must be ids of pay codes, or none'],
    ['status=paid', 'status', 'must be pending or completed'],
    ['from_date=2026', 'from_date', 'must be a date, YYYY-MM-DD'],
    ['colour=red', 'colour', 'is not a known field'],
  ])('refuses %s', async (query, field, message) => {
    for (const path of ['payroll-logs/', 'payroll-logs-stats/', 'payroll-logs-export/'])
      expect(await timesheet.call('account', `${path}?${query}`)).toMatchObject({
        status: 400,
        body: { [field]: [message] },
      });
  });
});

describe('the sums', () => {
  it('include everything that the list shows with the same filters', async () => {
    expect((await timesheet.call('account', 'payroll-logs-stats/')).body).toEqual({
      total: 4,
      pending: 3,
      completed: 1,
      total_minutes: 300,
      total_amount: '199.98',
    });
    expect(
      (await timesheet.call('account', 'payroll-logs-stats/?search=theo&from_date=2026-03-03'))
        .body,
    ).toMatchObject({ total: 1, total_minutes: 90 });
    expect(
      (await timesheet.call('account', 'payroll-logs-stats/?search=no-match')).body,
    ).toMatchObject({
      total: 0,
      total_minutes: 0,
      total_amount: '0.00',
    });
  });

  it('are a teacher’s own', async () => {
    expect((await timesheet.call('teacher', 'payroll-logs-stats/')).body).toMatchObject({
      total: 2,
      total_amount: '199.98',
    });
    expect(
      (await timesheet.call('teacher', `payroll-logs-stats/?teacher=${timesheet.theo}`)).body,
    ).toMatchObject({ total: 0, total_amount: '0.00' });
    expect((await timesheet.call('admin', 'payroll-logs-stats/')).body).toMatchObject({ total: 0 });
  });

  it.each([
    [
      'teacher',
      () => [
        [timesheet.tess, 'Tess Teacher', 2, 120, '199.98'],
        [timesheet.theo, 'Theo Tutor', 2, 180, '0.00'],
      ],
    ],
    [
      'pay_code',
      () => [
        [timesheet.lec, 'LEC', 2, 120, '199.98'],
        [null, 'No pay code', 2, 180, '0.00'],
      ],
    ],
    [
      'week',
      () => [
        ['2026-02-23', '2026-02-23', 1, 60, '99.99'],
        ['2026-03-02', '2026-03-02', 3, 240, '99.99'],
      ],
    ],
  ])('by %s', async (by, groups) => {
    const { body } = await timesheet.call('account', `payroll-logs-stats/?by=${by}`);
    expect(body).toMatchObject({ total: 4, pending: 3, total_amount: '199.98', all_groups: 2 });
    expect(body.groups).toEqual(
      groups().map(([key, title, count, minutes, amount]) => ({
        key,
        title,
        count,
        minutes,
        amount,
      })),
    );
  });
});
