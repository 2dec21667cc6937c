import { minutesOf } from '#contract/dates.ts';
import type { WeekClass } from '#contract/timetable/week.ts';

/** The target of a dragged class. */
export interface Drop {
  date: string;
  start_time: string;
  end_time: string;
}

/** Dropped classes start at quarters of an hour. */
const step = 15;
const day = 24 * 60;

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/**
 * The times of a class that was dropped at a minute of the day; its length does not change, and it
 * ends on that day.
 */
export function droppedAt(
  { start_time, end_time }: Pick<WeekClass, 'start_time' | 'end_time'>,
  date: string,
  minute: number,
): Drop {
  const length = minutesOf(end_time) - minutesOf(start_time);
  const snapped = Math.round(minute / step) * step;
  const start = Math.max(0, Math.min(snapped, day - 1 - length));
  return { date, start_time: timeOf(start), end_time: timeOf(start + length) };
}
