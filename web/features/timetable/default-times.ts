import { limits } from '#contract/limits.ts';
import { minutesOf } from '#contract/dates.ts';

const lastMinute = 24 * 60 - 1;
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** A new class starts now and takes 40 minutes (R-CLASS-3); late in the evening it is moved to end on the same day. */
export function defaultTimes(now: string): { start_time: string; end_time: string } {
  const start = Math.min(minutesOf(now), lastMinute - limits.classMinutes);
  return { start_time: timeOf(start), end_time: timeOf(start + limits.classMinutes) };
}
