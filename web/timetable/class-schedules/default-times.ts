import { limits } from '#contract/limits.ts';
import { minutesOf, timeOfMinutes } from '#contract/dates.ts';

const lastMinute = 24 * 60 - 1;

/**
 * A new class starts now and takes 40 minutes (R-CLASS-3); late in the evening it is moved to end
 * on the same day.
 */
export function defaultTimes(now: string): { start_time: string; end_time: string } {
  const start = Math.min(minutesOf(now), lastMinute - limits.classMinutes);
  return { start_time: timeOfMinutes(start), end_time: timeOfMinutes(start + limits.classMinutes) };
}
