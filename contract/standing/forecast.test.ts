import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  absencesLeft,
  bestReachable,
  betaBinomialBelow,
  defaultPrior,
  estimatePrior,
  leastCounted,
  forecastText,
  probabilityBelow,
} from './forecast.ts';
import { rateNear } from '../rates.ts';
import { noCounts, type Rate, type RateCounts, type RateTerms } from '../rates.ts';

const byMeetings: RateTerms = { rate_by: 'meetings', late_counts_as: 1, excused_counts: false };
const byMinutes: RateTerms = { ...byMeetings, rate_by: 'minutes' };
const percent = (part: number): Rate => ({ part, of: 100 });

/** Meetings of an hour; late ones miss a quarter of it. */
const countsOf = (present: number, absent: number, late = 0, excused = 0): RateCounts => ({
  present,
  late,
  absent,
  excused,
  scheduled_minutes: (present + absent) * 60,
  excused_minutes: excused * 60,
  attended_minutes: present * 60 - late * 15,
});
const hours = (meetings: number) => ({ meetings, minutes: meetings * 60 });

const counts = fc
  .record({ present: fc.nat(30), absent: fc.nat(30), late: fc.nat(30), excused: fc.nat(30) })
  .map(({ present, absent, late, excused }) =>
    countsOf(present, absent, Math.min(late, present), Math.min(excused, absent)),
  );
const left = fc
  .record({ meetings: fc.nat(12), length: fc.constantFrom(45, 60, 90) })
  .map(({ meetings, length }) => ({ meetings, minutes: meetings * length }));
const threshold = fc.integer({ min: 1, max: 1000 }).map((part) => ({ part, of: 1000 }));
const terms = fc.record({
  rate_by: fc.constantFrom('meetings' as const, 'minutes' as const),
  late_counts_as: fc.constantFrom(0, 0.25, 0.5, 0.75, 1),
  excused_counts: fc.boolean(),
});

/** The counts after some of the meetings left were attended, the others missed. */
function after(
  given: RateCounts,
  { meetings, minutes }: { meetings: number; minutes: number },
  attended: number,
): RateCounts {
  const each = meetings ? minutes / meetings : 0;
  return {
    ...given,
    present: given.present + attended,
    absent: given.absent + meetings - attended,
    scheduled_minutes: given.scheduled_minutes + minutes,
    attended_minutes: given.attended_minutes + each * attended,
  };
}
const isBelow = ({ part, of }: Rate, limit: Rate) => part * limit.of < limit.part * of;

describe('what can still be reached (R-FORECAST-1)', () => {
  it('is the rate when every meeting left is attended', () => {
    expect(bestReachable(countsOf(6, 4), hours(10), byMeetings)).toEqual({ part: 16, of: 20 });
    expect(bestReachable(countsOf(6, 4, 0, 2), hours(10), byMeetings)).toEqual({
      part: 16,
      of: 18,
    });
    expect(bestReachable(countsOf(6, 4, 2), { meetings: 5, minutes: 450 }, byMinutes)).toEqual({
      part: 360 - 30 + 450,
      of: 600 + 450,
    });
    expect(bestReachable(noCounts, hours(0), byMeetings)).toBeNull();
    expect(bestReachable(noCounts, hours(3), byMeetings)).toEqual({ part: 3, of: 3 });
  });

  it('absences left end at the threshold itself, which is not below it', () => {
    // 16 of 20 are 80 %.
    expect(absencesLeft(countsOf(10, 0), hours(10), percent(80), byMeetings)).toBe(4);
    expect(absencesLeft(countsOf(6, 4), hours(10), percent(80), byMeetings)).toBe(0);
    expect(absencesLeft(countsOf(6, 4), hours(10), percent(81), byMeetings)).toBeNull();
    expect(absencesLeft(countsOf(6, 4), hours(10), { part: 801, of: 1000 }, byMeetings)).toBeNull();
    expect(absencesLeft(countsOf(40, 0), hours(2), percent(80), byMeetings)).toBe(2);
    expect(absencesLeft(countsOf(4, 1), hours(0), percent(80), byMeetings)).toBe(0);
    expect(absencesLeft(countsOf(4, 2), hours(0), percent(80), byMeetings)).toBeNull();
    const half: RateTerms = { ...byMeetings, late_counts_as: 0.5 };
    expect(absencesLeft(countsOf(10, 0, 4), hours(10), percent(80), half)).toBe(2);
  });

  it('absences left are what counting each case finds', () => {
    fc.assert(
      fc.property(counts, left, threshold, terms, (given, rest, limit, chosen) => {
        const missed = Array.from({ length: rest.meetings + 1 }, (_, absences) => absences).filter(
          (absences) => {
            const end = bestReachable(
              after(given, rest, rest.meetings - absences),
              hours(0),
              chosen,
            );
            return !end || !isBelow(end, limit);
          },
        );
        expect(absencesLeft(given, rest, limit, chosen)).toBe(missed.at(-1) ?? null);
      }),
    );
  });
});

/** P(X < limit) from the definition: every order of coming and missing, each by the urn of Pólya. */
function enumerated(limit: number, trials: number, a: number, b: number): number {
  const visit = (done: number, attended: number, probability: number): number => {
    if (done === trials) return attended < limit ? probability : 0;
    const come = (a + attended) / (a + b + done);
    return (
      visit(done + 1, attended + 1, probability * come) +
      visit(done + 1, attended, probability * (1 - come))
    );
  };
  return visit(0, 0, 1);
}

describe('the probability to end below a threshold (R-FORECAST-1)', () => {
  const positive = fc.double({ min: 0.05, max: 60, noNaN: true });

  it('is that of every possible course of the meetings left', () => {
    fc.assert(
      fc.property(
        fc.nat(10),
        fc.integer({ min: -1, max: 12 }),
        positive,
        positive,
        (trials, limit, a, b) => {
          expect(betaBinomialBelow(limit, trials, a, b)).toBeCloseTo(
            enumerated(limit, trials, a, b),
            10,
          );
        },
      ),
    );
  });

  it('weighs the past as documented', () => {
    // 10 of 10 × 20 ÷ 30: the weight of 6.67 meetings.
    const seen = 20 / 3;
    expect(probabilityBelow(countsOf(9, 1), hours(5), percent(80), byMeetings)).toBeCloseTo(
      enumerated(3, 5, defaultPrior.alpha + seen * 0.9, defaultPrior.beta + seen * 0.1),
      10,
    );
    // By minutes the same, where all meetings have the same length.
    expect(probabilityBelow(countsOf(9, 1), hours(5), percent(80), byMinutes)).toBeCloseTo(
      probabilityBelow(countsOf(9, 1), hours(5), percent(80), byMeetings) ?? Number.NaN,
      10,
    );
  });

  it('is none with fewer counted meetings than it needs; excused absences are no evidence', () => {
    const few = countsOf(leastCounted - 1, 0);
    expect(probabilityBelow(few, hours(5), percent(80), byMeetings)).toBeNull();
    expect(probabilityBelow(countsOf(7, 3, 0, 3), hours(5), percent(80), byMeetings)).toBeNull();
    const counting = { ...byMeetings, excused_counts: true };
    expect(probabilityBelow(countsOf(7, 3, 0, 3), hours(5), percent(80), counting)).not.toBeNull();
    expect(
      probabilityBelow(countsOf(leastCounted, 0), hours(5), percent(80), byMeetings),
    ).not.toBeNull();
  });

  it('is 0 or 1 exactly when nothing can change it, and never else', () => {
    fc.assert(
      fc.property(counts, left, threshold, terms, (given, rest, limit, chosen) => {
        const found = probabilityBelow(given, rest, limit, chosen);
        fc.pre(found !== null);
        const absences = absencesLeft(given, rest, limit, chosen);
        if (absences === null) expect(found).toBe(1);
        else if (absences === rest.meetings) expect(found).toBe(0);
        else {
          expect(found).toBeGreaterThan(0);
          expect(found).toBeLessThan(1);
        }
      }),
    );
  });

  it('rises with every absence and with the threshold, and falls with every presence', () => {
    const tolerance = 1e-12;
    fc.assert(
      fc.property(counts, left, threshold, terms, (given, rest, limit, chosen) => {
        const of = (some: RateCounts, at: Rate) => probabilityBelow(some, rest, at, chosen);
        const now = of(given, limit);
        fc.pre(now !== null);
        const absent = after(given, hours(1), 0);
        const present = after(given, hours(1), 1);
        const higher = { part: limit.part + 10, of: limit.of };
        expect(of(absent, limit)).toBeGreaterThanOrEqual(now - tolerance);
        expect(of(present, limit)).toBeLessThanOrEqual(now + tolerance);
        expect(of(given, higher)).toBeGreaterThanOrEqual(now - tolerance);
      }),
    );
  });

  it('stays a probability over years of meetings', () => {
    const found = probabilityBelow(countsOf(4000, 1000), hours(5000), percent(80), byMeetings);
    expect(found).toBeGreaterThan(0.3);
    expect(found).toBeLessThan(0.7);
    expect(betaBinomialBelow(2, 100_000, 5000, 0.01)).toBeGreaterThan(0);
    expect(betaBinomialBelow(100_000, 100_000, 0.01, 5000)).toBeLessThan(1);
  });
});

it('an institute’s prior is found again in students who were drawn from it', () => {
  // p is 0.9 or 0.5, as often: mean 0.7, variance 0.04, so that α + β = 0.7 × 0.3 ÷ 0.04 − 1.
  const students = Array.from({ length: 11 }, (_, attended) => {
    const ways = choose(10, attended);
    const share = (p: number) => ways * p ** attended * (1 - p) ** (10 - attended);
    return { attended, many: Math.round(1e5 * (share(0.9) + share(0.5))) };
  }).flatMap(({ attended, many }) =>
    Array.from({ length: many }, () => ({ part: attended, of: 10 })),
  );
  const { alpha, beta } = estimatePrior(students);
  expect(alpha).toBeCloseTo(0.7 * 4.25, 1);
  expect(beta).toBeCloseTo(0.3 * 4.25, 1);
  for (const alike of [[], [{ part: 5, of: 5 }], [{ part: 1, of: 2 }]])
    expect(estimatePrior(alike)).toEqual(defaultPrior);
});

const choose = (n: number, k: number): number =>
  k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k;

it.each([
  [0, 'stays above 80%'],
  [0.01, 'almost certainly stays above 80% (over 9 of 10)'],
  [0.2, 'probably stays above 80% (about 8 of 10)'],
  [0.5, 'may end below 80% (about 5 of 10)'],
  [0.68, 'probably ends below 80% (about 7 of 10)'],
  [0.06, 'probably stays above 80% (about 9 of 10)'],
  [0.94, 'probably ends below 80% (about 9 of 10)'],
  [0.96, 'almost certainly ends below 80% (over 9 of 10)'],
  [0.999, 'almost certainly ends below 80% (over 9 of 10)'],
  [1, 'ends below 80%'],
])('a forecast of %d says in words what becomes of the rate', (probability, text) => {
  expect(forecastText(probability, '80%')).toBe(text);
});

it('a rate near a threshold has a decimal, rounded down', () => {
  const eighty = { part: 80, of: 100 };
  expect(rateNear({ part: 7999, of: 10_000 }, eighty)).toBe('79.9%');
  expect(rateNear({ part: 16, of: 20 }, eighty)).toBe('80%');
  expect(rateNear({ part: 15, of: 17 }, eighty)).toBe('88%');
});
