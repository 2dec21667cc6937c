import { dayOfWeekdayHour, hourOfWeekdayHour } from '#contract/standing/report-terms.ts';
import { weekdays } from '#contract/weekdays.ts';

/** `9` → `09:00`. */
export const hourTitle = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** `109` → `Monday 09:00`. */
export const weekdayHourTitle = (id: string | number): string =>
  `${weekdays[dayOfWeekdayHour(Number(id)) - 1] ?? ''} ${hourTitle(hourOfWeekdayHour(Number(id)))}`;
