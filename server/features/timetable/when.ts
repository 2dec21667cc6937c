import { weekdays, type Weekday } from '#contract/timetable.ts';
import type { Clock } from '#server/platform/clock.ts';
import { required } from '#server/platform/required.ts';

/** The state of a class on a date: upcoming, current or past. Its end is the first minute after it. */
export type ClassState = 'upcoming' | 'ongoing' | 'passed';

/** The instant of a wall-clock time; a time that daylight saving skips is an hour later. */
export function instantAt(date: string, time: string, timeZone: string): Temporal.Instant {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).toInstant();
}

/** The states of a date's classes; computed once per distinct time. */
export function classStatesOn(
  clock: Clock,
  date: string,
): (startTime: string, endTime: string) => ClassState {
  const now = clock.now();
  const reached = new Map<string, boolean>();
  const isReached = (time: string): boolean => {
    const known =
      reached.get(time) ??
      Temporal.Instant.compare(now, instantAt(date, time, clock.timeZone)) >= 0;
    reached.set(time, known);
    return known;
  };
  return (startTime, endTime) =>
    isReached(endTime) ? 'passed' : isReached(startTime) ? 'ongoing' : 'upcoming';
}

/**
 * Minutes between two wall-clock times across daylight saving. A class whose start is skipped is
 * moved as a whole and has its nominal length.
 */
export function minutesBetween(
  date: string,
  startTime: string,
  endTime: string,
  timeZone: string,
): number {
  const start = instantAt(date, startTime, timeZone);
  const skipped = !start.toZonedDateTimeISO(timeZone).toPlainTime().equals(startTime);
  if (skipped) return Temporal.PlainTime.from(startTime).until(endTime).total('minutes');
  return start.until(instantAt(date, endTime, timeZone)).total('minutes');
}

/** @param number Monday is 1, Sunday 7. */
export function nameOfDay(number: number): Weekday {
  return required(weekdays[number - 1], `Weekday ${number}`);
}

export function dayOfDate(date: string): Weekday {
  return nameOfDay(Temporal.PlainDate.from(date).dayOfWeek);
}

export function numberOfDay(day: Weekday): number {
  return weekdays.indexOf(day) + 1;
}
