import { useMemo } from 'react';
import type { ClassSchedule } from '../../../contract/timetable.ts';
import { useMay } from '../../app/SessionProvider.tsx';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { classTitle } from '../cohorts/section.tsx';
import { timetableFilters } from '../timetable/filters.ts';
import { bySchedule, scheduleColumns } from './sections.tsx';

/** The weekly classes, how many are in each, and how many seats there are. */
export function EnrollBySchedulePage() {
  const may = useMay();
  const filters = useMemo(() => timetableFilters(may), [may]);
  return (
    <ResourceList<ClassSchedule>
      section={bySchedule}
      columns={scheduleColumns}
      usualOrder="day_of_week"
      filters={filters}
      nameOf={classTitle}
      onlyShown
    />
  );
}
