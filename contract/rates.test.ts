import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noCounts, percentOf, rateOf, rateText, sumCounts, type RateTerms } from './rates.ts';

const byMeetings: RateTerms = { rate_by: 'meetings', late_counts_as: 1, excused_counts: false };
const byMinutes: RateTerms = { ...byMeetings, rate_by: 'minutes' };
/** Ten classes of an hour: 7 present, 2 of them late by 15 minutes; 3 absent, 1 of them excused. */
const ten = {
  present: 7,
  late: 2,
  absent: 3,
  excused: 1,
  scheduled_minutes: 600,
  excused_minutes: 60,
  attended_minutes: 390,
};

describe('a rate', () => {
  it.each<[string, RateTerms, number]>([
    ['counts a late student as present, and leaves excused absences out', byMeetings, 78],
    ['weighs late as the institute says', { ...byMeetings, late_counts_as: 0.5 }, 67],
    ['counts late as absent', { ...byMeetings, late_counts_as: 0 }, 56],
    ['counts excused absences', { ...byMeetings, excused_counts: true }, 70],
    ['by minutes takes lateness off', byMinutes, 72],
    ['by minutes counts excused absences', { ...byMinutes, excused_counts: true }, 65],
    ['by minutes does not weigh late again', { ...byMinutes, late_counts_as: 0 }, 72],
  ])('%s', (_name, terms, percent) => {
    expect(percentOf(rateOf(ten, terms))).toBe(percent);
  });

  it('without counted classes is null, never 0 %', () => {
    for (const terms of [byMeetings, byMinutes]) {
      expect(rateOf(noCounts, terms)).toBeNull();
      const excused = {
        ...noCounts,
        absent: 2,
        excused: 2,
        scheduled_minutes: 120,
        excused_minutes: 120,
      };
      expect(rateText(rateOf(excused, terms))).toBe('–');
    }
  });

  it('is between 0 and 100 %, and with excused absences never higher than without', () => {
    const counts = fc
      .tuple(fc.nat(50), fc.nat(50), fc.nat(50), fc.nat(50))
      .map(([present, lateOf, absent, excusedOf]) => {
        const [late, excused] = [Math.min(lateOf, present), Math.min(excusedOf, absent)];
        return {
          present,
          late,
          absent,
          excused,
          scheduled_minutes: (present + absent) * 60,
          excused_minutes: excused * 60,
          attended_minutes: present * 60 - late * 15,
        };
      });
    const terms = fc.record({
      rate_by: fc.constantFrom('meetings' as const, 'minutes' as const),
      late_counts_as: fc.constantFrom(0, 0.25, 0.5, 0.75, 1),
    });
    fc.assert(
      fc.property(counts, terms, (given, chosen) => {
        const without = percentOf(rateOf(given, { ...chosen, excused_counts: false }));
        const withThem = percentOf(rateOf(given, { ...chosen, excused_counts: true }));
        for (const percent of [without, withThem])
          if (percent !== null) {
            expect(percent).toBeGreaterThanOrEqual(0);
            expect(percent).toBeLessThanOrEqual(100);
          }
        if (without !== null) expect(withThem).toBeLessThanOrEqual(without);
      }),
    );
  });

  it('of several classes is that of their combined counts', () => {
    expect(sumCounts([ten, ten, noCounts])).toEqual({
      present: 14,
      late: 4,
      absent: 6,
      excused: 2,
      scheduled_minutes: 1200,
      excused_minutes: 120,
      attended_minutes: 780,
    });
  });
});
