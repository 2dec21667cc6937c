import { weekdays, type Weekday } from '../../../contract/timetable.ts';
import type { Clock } from '../../platform/clock.ts';

/** Where a class on a date stands now. Its end is the first minute that no longer belongs to it. */
export type Standing = 'upcoming' | 'ongoing' | 'passed';

/** The instant of a wall-clock time; on the day the clocks change a skipped time is read an hour later. */
export function instantAt(date: string, time: string, timeZone: string): Temporal.Instant {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).toInstant();
}

export function standing(clock: Clock, date: string, startTime: string, endTime: string): Standing {
  const now = clock.now();
  if (Temporal.Instant.compare(now, instantAt(date, startTime, clock.timeZone)) < 0) return 'upcoming';
  if (Temporal.Instant.compare(now, instantAt(date, endTime, clock.timeZone)) >= 0) return 'passed';
  return 'ongoing';
}

/** Minutes that really pass between two wall-clock times. */
export function minutesBetween(date: string, startTime: string, endTime: string, timeZone: string): number {
  return instantAt(date, startTime, timeZone)
    .until(instantAt(date, endTime, timeZone))
    .total('minutes');
}

export function nameOfDay(number: number): Weekday {
  return weekdays[number - 1]!;
}

export function numberOfDay(day: Weekday): number {
  return weekdays.indexOf(day) + 1;
}
