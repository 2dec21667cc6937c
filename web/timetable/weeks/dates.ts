import { addDays } from '#contract/dates.ts';
import { dayAndMonth, longDate } from '#web/ui/format.ts';

/** `16 Nov – 22 Nov 2026`. */
export const weekTitle = (monday: string, weeks = 1): string =>
  `${dayAndMonth(monday)} – ${longDate(addDays(monday, weeks * 7 - 1))}`;
