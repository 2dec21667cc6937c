import type { semesterEndpoints } from '#contract/timetable/semesters.endpoints.ts';
import { useMemo } from 'react';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { semesterChoices, yearChoices } from '#web/ui/form/options.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import type { Semester } from '#contract/timetable/semester.ts';
import { semesterColumns, semesterResource, semesterTitle } from '#web/school/semesters.ts';
import { CopySemesterItem } from './copy/CopySemesterItem.tsx';
import { WholeSemester } from './WholeSemester.tsx';

export function SemestersPage() {
  const can = useCan();
  const { today } = useSession().config;
  const filters = useMemo<FilterOf<typeof semesterEndpoints.list>[]>(
    () => [
      { kind: 'select', name: 'year', title: 'Year', choices: yearChoices(today) },
      { kind: 'checkbox', name: 'semester', title: 'Semester', choices: semesterChoices },
    ],
    [today],
  );
  const mayCopy = can('Timetables', 'add');
  const mayArchive = can('Semester', 'delete') && can('Timetables', 'delete');
  const options = (semester: Semester, archived: boolean) => (
    <>
      {mayCopy && !archived && <CopySemesterItem id={semester.id} />}
      {mayArchive && <WholeSemester semester={semester} archived={archived} />}
    </>
  );
  return (
    <ResourceList
      resource={semesterResource}
      columns={semesterColumns}
      defaultSort="-year"
      filters={filters}
      nameOf={semesterTitle}
      rowOptions={mayCopy || mayArchive ? options : undefined}
    />
  );
}
