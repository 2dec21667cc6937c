import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { weeksNamed } from '#contract/week-names.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';

/** The weeks of a class in words, by the institute's names of odd and even weeks (R-WEEK-1). */
export function WeeksText({
  of: { weeks, semester },
}: {
  of: Pick<ClassSchedule, 'weeks' | 'semester'>;
}) {
  const { week_names } = useSession().config;
  return weeksNamed(weeks, { names: week_names, first_week: semester.first_week });
}
