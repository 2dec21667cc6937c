import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stoppedClock } from '#server/platform/clock.ts';
import { minutesBetween, classStatesOn } from './when.ts';

const zone = 'Australia/Sydney';
const at = (instant: string) => stoppedClock(zone, instant);
const standing = (clock: ReturnType<typeof at>, date: string, start: string, end: string) =>
  classStatesOn(clock, date)(start, end);

describe('the state of a class', () => {
  it.each([
    ['before it begins', '2026-03-02T08:59:59+11:00', 'upcoming'],
    ['as it begins', '2026-03-02T09:00:00+11:00', 'ongoing'],
    ['in its last second', '2026-03-02T09:59:59+11:00', 'ongoing'],
    ['as it ends and the next one begins', '2026-03-02T10:00:00+11:00', 'passed'],
    ['the evening before', '2026-03-01T23:00:00+11:00', 'upcoming'],
    ['the day after', '2026-03-03T00:00:00+11:00', 'passed'],
  ])('%s', (_name, now, expected) =>
    expect(standing(at(now), '2026-03-02', '09:00', '10:00')).toBe(expected),
  );

  it('back-to-back classes are never both current', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 24 * 60 - 1 }), (minute) => {
        const now = Temporal.Instant.from('2026-03-02T00:00:00+11:00')
          .add({ minutes: minute })
          .toString();
        const first = standing(at(now), '2026-03-02', '09:00', '10:00');
        const second = standing(at(now), '2026-03-02', '10:00', '11:00');
        expect(first === 'ongoing' && second === 'ongoing').toBe(false);
      }),
    );
  });
});

describe('on the days when Sydney’s clocks change', () => {
  // 5 April 2026, 03:00 → 02:00 (an hour comes twice); 4 October 2026, 02:00 → 03:00 (an hour is missing).
  it.each([
    ['2026-04-05', '2026-04-04T23:30:00Z', 'ongoing', 'after going back 09:30 is 23:30 UTC'],
    ['2026-04-05', '2026-04-04T22:30:00Z', 'upcoming', 'what would have been 09:30 the day before'],
    ['2026-10-04', '2026-10-03T22:30:00Z', 'ongoing', 'after going forward 09:30 is 22:30 UTC'],
    ['2026-10-04', '2026-10-03T23:30:00Z', 'passed', 'what would have been 09:30 the day before'],
  ])('%s at %s a class from 09:00 to 10:00 is %s: %s', (date, now, expected) => {
    expect(standing(at(now), date, '09:00', '10:00')).toBe(expected);
  });

  it('today is the institute’s date on both, through all 23 or 25 hours', () => {
    for (const [date, start, hours] of [
      ['2026-04-05', '2026-04-04T13:00:00Z', 25],
      ['2026-10-04', '2026-10-03T14:00:00Z', 23],
    ] as const) {
      for (let hour = 0; hour < hours; hour++) {
        expect(
          at(Temporal.Instant.from(start).add({ hours: hour, minutes: 30 }).toString()).today(),
        ).toBe(date);
      }
      expect(at(Temporal.Instant.from(start).add({ hours }).toString()).today()).not.toBe(date);
    }
  });

  it('a class across the change has its actual length', () => {
    expect(minutesBetween('2026-04-05', '01:00', '04:00', zone)).toBe(240);
    expect(minutesBetween('2026-10-04', '01:00', '04:00', zone)).toBe(120);
    expect(minutesBetween('2026-03-02', '09:00', '10:30', zone)).toBe(90);
  });

  it.each([
    ['begins in the missing hour', '2026-10-04', '02:30', '03:15', 45],
    ['lies within the missing hour', '2026-10-04', '02:10', '02:50', 40],
    ['ends in the missing hour', '2026-10-04', '01:30', '02:30', 60],
    ['ends in the hour that comes twice', '2026-04-05', '01:30', '02:30', 60],
    ['begins in the hour that comes twice', '2026-04-05', '02:30', '03:30', 120],
  ])('a class that %s is paid a positive time', (_name, date, start, end, minutes) => {
    expect(minutesBetween(date, start, end, zone)).toBe(minutes);
  });

  it('no class at any time on any day is paid less than a minute', () => {
    const minute = fc.integer({ min: 0, max: 24 * 60 - 2 });
    const time = (at: number) =>
      `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
    fc.assert(
      fc.property(
        minute,
        fc.integer({ min: 1, max: 600 }),
        fc.constantFrom('2026-04-05', '2026-10-04', '2026-03-02'),
        (start, length, date) => {
          const end = Math.min(start + length, 24 * 60 - 1);
          expect(minutesBetween(date, time(start), time(end), zone)).toBeGreaterThanOrEqual(1);
        },
      ),
    );
  });
});
