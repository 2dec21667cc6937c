import { expect, it } from 'vitest';
import type { PayrollLog } from '#contract/pay/payroll.ts';
import { byWeek, totalsOf } from './totals.ts';
import { adjacentPeriod, formatPeriod } from './period.ts';

const log = (date: string, minutes: number, amount?: string) =>
  ({ date, duration_of_schedule: minutes, amount_need_to_be_paid: amount }) as PayrollLog;

it('are sums in whole cents; hidden amounts count as 0', () => {
  expect(
    totalsOf([log('2026-03-02', 60, '0.10'), log('2026-03-02', 45, '0.20'), log('2026-03-03', 15)]),
  ).toEqual({ minutes: 120, amount: '0.30' });
  expect(totalsOf([])).toEqual({ minutes: 0, amount: '0.00' });
});

it('weeks begin on Monday', () => {
  const weeks = byWeek(
    ['2026-03-01', '2026-03-02', '2026-03-08', '2026-03-09'].map((date) => log(date, 60)),
  );
  expect(weeks.map(([monday, logs]) => [monday, logs.length])).toEqual([
    ['2026-02-23', 1],
    ['2026-03-02', 2],
    ['2026-03-09', 1],
  ]);
});

it.each([
  ['2026-11-16', '2026-11-22', '16 – 22 Nov 2026'],
  ['2026-10-26', '2026-11-01', '26 Oct – 1 Nov 2026'],
  ['2026-12-28', '2027-01-03', '28 Dec 2026 – 3 Jan 2027'],
  ['2026-11-18', '2026-11-18', '18 Nov 2026'],
])('%s to %s is formatted as %s', (from, to, words) =>
  expect(formatPeriod({ from, to })).toBe(words),
);

it('an open period is formatted as such', () => {
  expect(formatPeriod({ from: null, to: null })).toBe('All time');
  expect(formatPeriod({ from: '2026-11-16', to: null })).toBe('From 16 Nov 2026');
  expect(formatPeriod({ from: null, to: '2026-11-16' })).toBe('Until 16 Nov 2026');
});

it('adjacent periods have the same length, also across a change of the clocks', () => {
  expect(adjacentPeriod({ from: '2026-03-30', to: '2026-04-05' }, 1)).toEqual({
    from: '2026-04-06',
    to: '2026-04-12',
  });
  expect(adjacentPeriod({ from: '2026-04-06', to: '2026-04-12' }, -1)).toEqual({
    from: '2026-03-30',
    to: '2026-04-05',
  });
});
