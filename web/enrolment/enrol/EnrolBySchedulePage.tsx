import { useMemo } from 'react';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { useCan, useMayFilter, useSession } from '#web/platform/SessionProvider.tsx';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { classTitle } from '#web/school/cohorts.tsx';
import { timetableFilters } from '#web/timetable/public/class-schedules-filters.ts';
import { bySchedule, scheduleColumns } from './resources.tsx';

/** Weekly classes with number of students and seats. */
export function EnrolBySchedulePage() {
  const can = useCan();
  const mayFilter = useMayFilter();
  const { weekdays } = useSession().config;
  const filters = useMemo(
    () => timetableFilters(can, mayFilter, weekdays),
    [can, mayFilter, weekdays],
  );
  return (
    <ResourceList<ClassSchedule>
      resource={bySchedule}
      columns={scheduleColumns}
      defaultSort="day_of_week"
      filters={filters}
      nameOf={classTitle}
      onlyShown
    />
  );
}
