import { weekdays, type Weekday } from '../../../contract/timetable.ts';
import type { Clock } from '../../platform/clock.ts';

/** Where a class on a date stands now. Its end is the first minute that no longer belongs to it. */
export type Standing = 'upcoming' | 'ongoing' | 'passed';

/** The instant of a wall-clock time; on the day the clocks change a skipped time is read an hour later. */
export function instantAt(date: string, time: string, timeZone: string): Temporal.Instant {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).toInstant();
}

/** Where the classes of a date stand now; a day has few different times, each is looked up once. */
export function standingsOn(clock: Clock, date: string): (startTime: string, endTime: string) => Standing {
  const now = clock.now();
  const reached = new Map<string, boolean>();
  const isReached = (time: string): boolean => {
    const known = reached.get(time) ?? Temporal.Instant.compare(now, instantAt(date, time, clock.timeZone)) >= 0;
    reached.set(time, known);
    return known;
  };
  return (startTime, endTime) => (isReached(endTime) ? 'passed' : isReached(startTime) ? 'ongoing' : 'upcoming');
}

/**
 * Minutes that really pass between two wall-clock times. A class whose beginning the clocks skip is moved as a whole
 * and takes as long as it is written.
 */
export function minutesBetween(date: string, startTime: string, endTime: string, timeZone: string): number {
  const start = instantAt(date, startTime, timeZone);
  const skipped = !start.toZonedDateTimeISO(timeZone).toPlainTime().equals(startTime);
  if (skipped) return Temporal.PlainTime.from(startTime).until(endTime).total('minutes');
  return start.until(instantAt(date, endTime, timeZone)).total('minutes');
}

export function nameOfDay(number: number): Weekday {
  return weekdays[number - 1]!;
}

export function numberOfDay(day: Weekday): number {
  return weekdays.indexOf(day) + 1;
}
