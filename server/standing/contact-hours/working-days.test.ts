import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterWorkingDays, type FreeDays } from './working-days.ts';

const plus = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();

it.each([
  // Monday 23 November 2026.
  ['2026-11-23', 1, 'mon-fri', '2026-11-24'],
  ['2026-11-23', 20, 'mon-fri', '2026-12-21'],
  ['2026-11-27', 1, 'mon-fri', '2026-11-30'],
  ['2026-11-27', 1, 'mon-sat', '2026-11-28'],
  ['2026-11-26', 1, 'sun-thu', '2026-11-29'],
] as const)('from %s, %i working days of %s end on %s', (from, days, of, end) =>
  expect(afterWorkingDays(from, days, of, [])).toBe(end),
);

it('days of a holiday do not count, on whatever weekday it begins', () => {
  const holidays = [{ date_from: '2026-12-19', date_to: '2027-01-03' }];
  expect(afterWorkingDays('2026-11-23', 20, 'mon-fri', holidays)).toBe('2027-01-04');
});

it('the appeal ends on the day on which so many working days are over, counted day by day', () => {
  const sundayFirst = [
    'Sunday',
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
  ];
  const free = {
    'mon-fri': ['Saturday', 'Sunday'],
    'mon-sat': ['Sunday'],
    'sun-thu': ['Friday', 'Saturday'],
  };
  const holiday: fc.Arbitrary<FreeDays> = fc
    .tuple(fc.integer({ min: -20, max: 120 }), fc.integer({ min: 0, max: 12 }))
    .map(([from, length]) => ({
      date_from: plus('2026-11-01', from),
      date_to: plus('2026-11-01', from + length),
    }));
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400 }),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom('mon-fri', 'mon-sat', 'sun-thu'),
      fc.array(holiday, { maxLength: 8 }),
      (start, days, of, holidays) => {
        const from = plus('2026-11-01', start);
        const end = afterWorkingDays(from, days, of, holidays);
        // Another calendar than the implementation's: UTC dates, and the holidays as a set of days.
        const closed = new Set(
          holidays.flatMap(({ date_from, date_to }) => {
            const all = [];
            for (let day = date_from; day <= date_to; day = plus(day, 1)) all.push(day);
            return all;
          }),
        );
        const isWorking = (day: string) =>
          !closed.has(day) &&
          !free[of].includes(sundayFirst[new Date(`${day}T00:00:00Z`).getUTCDay()]!);
        let counted = 0;
        for (let day = plus(from, 1); day <= end; day = plus(day, 1)) if (isWorking(day)) counted++;
        expect(counted).toBe(days);
        expect(isWorking(end)).toBe(true);
      },
    ),
    { numRuns: 300 },
  );
});
