import { addDays, minutesOf } from '#contract/dates.ts';

/** Whether a roll can be taken, or needs a confirmation first. */
export type Gate =
  | { is: 'open' }
  /** Starts in this many minutes. */
  | { is: 'early'; minutes: number }
  /** Not today: taps are probably meant for today. */
  | { is: 'past' }
  /** A future date: marks are rejected. */
  | { is: 'future' };

/** Minutes before a class, and after the midnight of its day, in which its roll is open without a confirmation. */
const graceMinutes = 15;

interface Moment {
  /** `YYYY-MM-DD`. */
  today: string;
  /** `HH:mm` in the institute's time zone. */
  time: string;
  /** Marks for future dates are accepted in development. */
  development: boolean;
}

/** Whether a class on a date is still to begin: marking all of it absent is confirmed (R-ROLL-26). */
export const isToBegin = (
  of: { date: string; start_time: string },
  { today, time }: Pick<Moment, 'today' | 'time'>,
): boolean => of.date > today || (of.date === today && time < of.start_time);

/** Whether a class on a date has ended. */
export const isOverAt = (
  of: { date: string; end_time: string },
  { today, time }: Pick<Moment, 'today' | 'time'>,
): boolean => of.date < today || (of.date === today && of.end_time <= time);

export function gateOf(
  of: { date: string; start_time: string },
  { today, time, development }: Moment,
): Gate {
  // A class of the evening may not be over, or its roll not finished, when the day is.
  if (of.date < today)
    return addDays(of.date, 1) === today && minutesOf(time) < graceMinutes
      ? { is: 'open' }
      : { is: 'past' };
  if (of.date > today) return development ? { is: 'open' } : { is: 'future' };
  const minutes = minutesOf(of.start_time) - minutesOf(time);
  return minutes > graceMinutes ? { is: 'early', minutes } : { is: 'open' };
}
