import { addDays } from '#contract/dates.ts';
import { dayAndMonth, longDate } from '#web/ui/format.ts';

/** The Monday of a date's week (R-DATE-2). */
export function mondayOf(date: string): string {
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(date, -weekday);
}

/** `16 Nov – 22 Nov 2026`. */
export const weekTitle = (monday: string, weeks = 1): string =>
  `${dayAndMonth(monday)} – ${longDate(addDays(monday, weeks * 7 - 1))}`;
