import { minutesOf } from '#contract/dates.ts';

interface Moment {
  /** `YYYY-MM-DD`. */
  today: string;
  /** `HH:mm` in the institute's time zone. */
  time: string;
  /** Minutes before a class from which its teacher may check in. */
  before_minutes: number;
}

/** Whether a teacher may check in now: from some minutes before the class until the end of the day. */
export function isCheckInOpen(
  of: { date: string; start_time: string },
  { today, time, before_minutes }: Moment,
): boolean {
  return of.date === today && minutesOf(of.start_time) - minutesOf(time) <= before_minutes;
}
