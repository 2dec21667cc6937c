import { describe, expect, it } from 'vitest';
import type { StudentDetails } from '#contract/people/student-details.ts';
import { dayByKey, dayCounts, dayText, gridOf, lookOf, type DayCounts } from './heat-map.ts';

type Class = StudentDetails['attendance'][number];
type Day = Class['days'][number];

const day = (date: string, sign: string): Day => ({
  date,
  status: sign === '-' ? 'N/A' : 'PL'.includes(sign) ? 'Present' : 'Absent',
  late_minutes: sign === 'L' ? 12 : null,
  excused: sign === 'E',
  unfinished: false,
});
const classOf = (class_schedule: number, days: Day[]) => ({ class_schedule, days }) as Class;
const none: DayCounts = {
  date: '2026-03-02',
  present: 0,
  late: 0,
  absent: 0,
  excused: 0,
  notTaken: 0,
  only: null,
};

/** Mondays and Tuesdays of three weeks, one of them without a class. */
const days = dayCounts([
  classOf(1, [day('2026-03-16', 'A'), day('2026-03-02', 'P')]),
  classOf(2, [day('2026-03-02', 'L'), day('2026-03-03', '-'), day('2026-03-16', 'E')]),
  classOf(3, [day('2026-03-02', '-')]),
]);

describe('the days of a semester', () => {
  it('count all classes of a day, in their order', () => {
    expect(days).toEqual([
      { ...none, present: 2, late: 1, notTaken: 1 },
      { ...none, date: '2026-03-03', notTaken: 1, only: 2 },
      { ...none, date: '2026-03-16', absent: 2, excused: 1 },
    ]);
  });

  it('are in words what the counts are', () => {
    expect(days.map(dayText)).toEqual([
      '2 present, 1 of them late, 1 not taken',
      '1 not taken',
      '2 absent, 1 of them excused',
    ]);
    expect(dayText({ ...none, present: 1, late: 1, absent: 2, excused: 2 })).toBe(
      '1 present, late, 2 absent, excused',
    );
  });

  it('look as the worst that happened', () => {
    expect(days.map(lookOf)).toEqual(['late', 'not taken', 'some absent']);
    expect(lookOf({ ...none, absent: 2 })).toBe('all absent');
    expect(lookOf({ ...none, absent: 1, present: 3 })).toBe('some absent');
    expect(lookOf({ ...none, absent: 1, excused: 1, present: 3 })).toBe('excused');
    expect(lookOf({ ...none, present: 3, notTaken: 1 })).toBe('present');
  });

  it('are in weeks without a hole, on the weekdays that have classes', () => {
    expect(gridOf(days)).toEqual({
      mondays: ['2026-03-02', '2026-03-09', '2026-03-16'],
      weekdays: [0, 1],
    });
    expect(gridOf([])).toEqual({ mondays: [], weekdays: [] });
  });

  it('are reached by arrow keys: the next day, and the same weekday of another week', () => {
    const by = (key: string, from: string) => dayByKey(days, from, key);
    expect(by('ArrowDown', '2026-03-02')).toBe('2026-03-03');
    expect(by('ArrowUp', '2026-03-03')).toBe('2026-03-02');
    expect(by('ArrowUp', '2026-03-02')).toBeNull();
    expect(by('ArrowRight', '2026-03-02')).toBe('2026-03-16');
    expect(by('ArrowLeft', '2026-03-16')).toBe('2026-03-02');
    expect(by('ArrowRight', '2026-03-03')).toBeNull();
    expect(by('End', '2026-03-02')).toBe('2026-03-16');
    expect(by('Home', '2026-03-16')).toBe('2026-03-02');
    expect(by('Enter', '2026-03-02')).toBeNull();
  });
});
