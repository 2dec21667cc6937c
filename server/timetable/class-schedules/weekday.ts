import type { Weekday } from '#contract/weekdays.ts';
import type { AppContext } from '#server/app-context.ts';
import { validationError } from '#server/platform/http/api-error.ts';
import { numberOfDay } from '#server/school/when.ts';

/** What is wrong with a day on which the institute has no classes (R-SET-4). */
export const weekdayError = (chosen: readonly Weekday[]): string =>
  `must be one of ${chosen.join(', ')}`;

/**
 * A weekly class is planned on a day with classes of the institute; one that is on another day
 * already may stay there.
 * @param current the class's day as it is stored.
 * @throws ApiError 400
 */
export function assertWeekday(
  day: Weekday,
  { settings, current }: Pick<AppContext, 'settings'> & { current: unknown },
): void {
  const chosen = settings.current().weekdays;
  if (numberOfDay(day) !== current && !chosen.includes(day))
    throw validationError('day_of_week', weekdayError(chosen));
}
