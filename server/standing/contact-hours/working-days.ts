import type { SettingValues } from '#contract/settings.ts';

/** A holiday of the institute, both days included. */
export interface FreeDays {
  date_from: string;
  date_to: string;
}

/** ISO weekdays, Monday = 1. */
const weekdays: Record<SettingValues['working_days'], readonly number[]> = {
  'mon-fri': [1, 2, 3, 4, 5],
  'mon-sat': [1, 2, 3, 4, 5, 6],
  'sun-thu': [7, 1, 2, 3, 4],
};

/** However long the holidays are: about four years. */
const maxDays = 1500;

/**
 * The last of so many working days after a date, which is not counted itself (R-HOURS-5).
 * @param days at least 1.
 */
export function afterWorkingDays(
  from: string,
  days: number,
  of: SettingValues['working_days'],
  holidays: readonly FreeDays[],
): string {
  const working = weekdays[of];
  let date = Temporal.PlainDate.from(from);
  let left = days;
  for (let passed = 0; left > 0 && passed < maxDays; passed++) {
    date = date.add({ days: 1 });
    const day = date.toString();
    const isFree = holidays.some(({ date_from, date_to }) => date_from <= day && day <= date_to);
    if (working.includes(date.dayOfWeek) && !isFree) left--;
  }
  return date.toString();
}
