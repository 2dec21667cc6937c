import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountCents, centsOf, decimalOf } from './money.ts';

describe('an amount', () => {
  it.each([
    [10_000, 60, 10_000],
    [10_000, 90, 15_000],
    // 148.875, half a cent, a third of a cent
    [19_850, 45, 14_888],
    [10_001, 30, 5001],
    [10_000, 20, 3333],
    [1, 29, 0],
    [1, 30, 1],
    [0, 90, 0],
    [999_999_999, 1440, 23_999_999_976],
  ])('%i cents an hour for %i minutes are %i cents', (rate, minutes, cents) =>
    expect(amountCents(rate, minutes)).toBe(cents),
  );

  it('is the exact product rounded half up, once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 999_999_999 }),
        fc.integer({ min: 1, max: 1440 }),
        (rate, minutes) => {
          const exact = (2n * BigInt(rate) * BigInt(minutes) + 60n) / 120n;
          expect(BigInt(amountCents(rate, minutes))).toBe(exact);
        },
      ),
    );
  });

  it('is formatted as a decimal and parsed as the same cents', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
        expect(centsOf(decimalOf(cents))).toBe(cents);
      }),
    );
  });
});
