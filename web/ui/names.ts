import dayjs from 'dayjs';
import { timeOfDay } from '../../contract/messages.ts';

export const fullName = (person: { first_name: string; last_name: string }): string => `${person.first_name} ${person.last_name}`;

/** An instant as the institute's clocks read it: `2 Mar 2026, 09:05`. */
export const moment = (instant: string, timeZone: string): string =>
  `${new Intl.DateTimeFormat('en-AU', { timeZone, day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(instant))}, ${timeOfDay(instant, timeZone)}`;

/** Minutes as hours with two places: `90` → `1.50`. */
export const hoursOf = (minutes: number): string => (minutes / 60).toFixed(2);

const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
/** `"1985.5"` → `1,985.50`. */
export const moneyOf = (decimal: string): string => money.format(Number(decimal));

/** `2026-03-02` → `2 Mar 2026`. */
export const longDate = (date: string): string => dayjs(date).format('D MMM YYYY');
