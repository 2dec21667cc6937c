import { addDays } from '#contract/dates.ts';
import { hasAttended, wasMissing } from '#contract/status.ts';
import type { StudentDetails } from '#contract/people/student-details.ts';
import { weekdays } from '#contract/weekdays.ts';

/** A student's classes of one day. */
export interface DayCounts {
  date: string;
  present: number;
  /** The part of them that was late. */
  late: number;
  absent: number;
  /** The part of them that was excused. */
  excused: number;
  notTaken: number;
  /** The class, where there is one only. */
  only: number | null;
}

/** What a day looks like: the worst that happened on it. */
export type DayLook = 'present' | 'late' | 'excused' | 'some absent' | 'all absent' | 'not taken';

/** Monday is 0. */
const weekdayOf = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

/** The days with classes, in their order. */
export function dayCounts(attendance: StudentDetails['attendance']): DayCounts[] {
  const days = new Map<string, DayCounts>();
  for (const { class_schedule, days: dates } of attendance)
    for (const { date, status, late_minutes, excused } of dates) {
      const day = days.get(date);
      const counts = day ?? {
        date,
        present: 0,
        late: 0,
        absent: 0,
        excused: 0,
        notTaken: 0,
        only: null,
      };
      counts.only = day ? null : class_schedule;
      if (hasAttended(status)) counts.present++;
      else if (wasMissing(status)) counts.absent++;
      else counts.notTaken++;
      if (late_minutes) counts.late++;
      if (excused) counts.excused++;
      days.set(date, counts);
    }
  return [...days.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

export function lookOf({ present, late, absent, excused }: DayCounts): DayLook {
  const missed = absent - excused;
  if (missed > 0) return present || excused ? 'some absent' : 'all absent';
  if (excused) return 'excused';
  if (late) return 'late';
  return present ? 'present' : 'not taken';
}

/** "2 present, 1 of them late, 1 absent". */
export function dayText({ present, late, absent, excused, notTaken }: DayCounts): string {
  const part = (of: number, all: number, what: string) =>
    of === 0 ? '' : of === all ? `, ${what}` : `, ${of} of them ${what}`;
  return [
    ...(present ? [`${present} present${part(late, present, 'late')}`] : []),
    ...(absent ? [`${absent} absent${part(excused, absent, 'excused')}`] : []),
    ...(notTaken ? [`${notTaken} not taken`] : []),
  ].join(', ');
}

/** The Mondays of all weeks from the first day to the last one, and the weekdays with classes. */
export function gridOf(days: readonly DayCounts[]): { mondays: string[]; weekdays: number[] } {
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return { mondays: [], weekdays: [] };
  const mondays: string[] = [];
  let monday = addDays(first.date, -weekdayOf(first.date));
  while (monday <= last.date) {
    mondays.push(monday);
    monday = addDays(monday, 7);
  }
  const used = new Set(days.map(({ date }) => weekdayOf(date)));
  return { mondays, weekdays: [...weekdays.keys()].filter((day) => used.has(day)) };
}

/** The day to which a key moves from one of the days; null for other keys and where there is none. */
export function dayByKey(days: readonly DayCounts[], from: string, key: string): string | null {
  const dates = days.map(({ date }) => date);
  const sameWeekday = dates.filter((date) => weekdayOf(date) === weekdayOf(from));
  const step = (all: string[], by: number) => all[all.indexOf(from) + by] ?? null;
  if (key === 'ArrowDown') return step(dates, 1);
  if (key === 'ArrowUp') return step(dates, -1);
  if (key === 'ArrowRight') return step(sameWeekday, 1);
  if (key === 'ArrowLeft') return step(sameWeekday, -1);
  if (key === 'Home') return dates[0] ?? null;
  return key === 'End' ? (dates.at(-1) ?? null) : null;
}
