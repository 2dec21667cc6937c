import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RollStatus } from './status.ts';
import { isDate } from './dates.ts';
import { alreadyPresent } from './texts.ts';
import { percent, summarise } from './attendance/summary.ts';

describe('percentages are whole and rounded half up', () => {
  it.each([
    [0, 0, 0],
    [1, 3, 33],
    [2, 3, 67],
    [1, 8, 13],
    [1, 200, 1],
    [28, 28, 100],
  ])('%i of %i is %i %%', (part, total, expected) => expect(percent(part, total)).toBe(expected));
});

describe('the summary', () => {
  const statuses = fc.array(fc.constantFrom<RollStatus>('Present', 'Absent', 'N/A'), {
    maxLength: 300,
  });

  it('always adds up, and its rates follow from its counts', () => {
    fc.assert(
      fc.property(statuses, (roll) => {
        const counts = summarise(roll.map((status) => ({ status })));
        expect(counts.present + counts.absent + counts.not_taken).toBe(counts.total);
        expect(counts.total).toBe(roll.length);
        expect(counts.present_rate).toBe(percent(counts.present, counts.total));
        expect(counts.completion).toBe(percent(counts.total - counts.not_taken, counts.total));
      }),
    );
  });
});

describe('a date', () => {
  it('is valid exactly when the calendar has it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1900, max: 2100 }),
        fc.integer({ min: 0, max: 14 }),
        fc.integer({ min: 0, max: 33 }),
        (year, month, day) => {
          const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
          const made = new Date(Date.UTC(year, month - 1, day));
          expect(isDate(text)).toBe(made.getUTCMonth() === month - 1 && made.getUTCDate() === day);
        },
      ),
    );
  });
  it.each(['', '2026-1-2', '02/03/2026', '2026-03-02T00:00', '9999999-01-01'])(
    '%j is invalid',
    (text) => expect(isDate(text)).toBe(false),
  );
});

it('a second tap names the institute’s time in every season', () => {
  expect(alreadyPresent('2026-01-01T23:04:00Z', 'Australia/Sydney')).toBe(
    'already present at 10:04',
  );
  expect(alreadyPresent('2026-07-01T00:04:00Z', 'Australia/Sydney')).toBe(
    'already present at 10:04',
  );
});
