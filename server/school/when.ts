import { weekdays, type Weekday } from '#contract/timetable/timetable.ts';
import type { Clock } from '#server/platform/clock.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { required } from '#server/platform/required.ts';

/** The state of a class on a date: upcoming, current or past. Its end is the first minute after it. */
export type ClassState = 'upcoming' | 'ongoing' | 'passed';

/** The instant of a wall-clock time; a time that daylight saving skips is an hour later. */
export function instantAt(date: string, time: string, timeZone: string): Temporal.Instant {
  return Temporal.PlainDateTime.from(`${date}T${time}`).toZonedDateTime(timeZone).toInstant();
}

/** Whether daylight saving skips a wall-clock time on a date. */
const isSkipped = (date: string, time: string, timeZone: string): boolean =>
  !instantAt(date, time, timeZone).toZonedDateTimeISO(timeZone).toPlainTime().equals(time);

/**
 * For the times of a single date. A weekly class is moved by an hour on such a date.
 * @throws ApiError 400 at each time that daylight saving skips.
 */
export function assertTimesExist(
  times: { date: string; start_time: string; end_time: string },
  timeZone: string,
): void {
  const skipped = (['start_time', 'end_time'] as const).filter((field) =>
    isSkipped(times.date, times[field], timeZone),
  );
  if (skipped.length)
    throw new ApiError(
      400,
      Object.fromEntries(
        skipped.map((field) => [
          field,
          [`does not exist on ${times.date}: clocks go forward at that time`],
        ]),
      ),
    );
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
  if (isSkipped(date, startTime, timeZone))
    return Temporal.PlainTime.from(startTime).until(endTime).total('minutes');
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
