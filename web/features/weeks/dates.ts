import { dayAndMonth, longDate } from '#web/ui/format.ts';

const dayMs = 86_400_000;

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The Monday of a date's week (R-DATE-2). */
export function mondayOf(date: string): string {
  const weekday = (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(date, -weekday);
}

/** `16 Nov – 22 Nov 2026`. */
export const weekTitle = (monday: string, weeks = 1): string =>
  `${dayAndMonth(monday)} – ${longDate(addDays(monday, weeks * 7 - 1))}`;
