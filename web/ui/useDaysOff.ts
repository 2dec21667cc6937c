import type { DayOfWeek } from '@mantine/dates';
import { weekdays } from '#contract/weekdays.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';

/** The days of the week without classes, by the number that dates have for them; calendars show them grey. */
export function useDaysOff(): DayOfWeek[] {
  const { weekdays: withClasses } = useSession().config;
  return weekdays.flatMap((day, at) =>
    withClasses.includes(day) ? [] : [((at + 1) % 7) as DayOfWeek],
  );
}
