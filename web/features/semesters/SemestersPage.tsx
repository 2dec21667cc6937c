import { useMemo } from 'react';
import { useMay, useSession } from '../../app/SessionProvider.tsx';
import { semesterChoices, yearChoices } from '../../ui/form/options.ts';
import type { Filter } from '../../ui/list/filter.ts';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import type { Semester } from '../../../contract/semester.ts';
import { semesterColumns, semesterSection, semesterTitle } from './section.ts';
import { WholeSemester } from './WholeSemester.tsx';

const wholeOption = (semester: Semester, archived: boolean) => <WholeSemester semester={semester} archived={archived} />;

export function SemestersPage() {
  const may = useMay();
  const { today } = useSession().config;
  const filters = useMemo<Filter[]>(
    () => [
      { kind: 'select', name: 'year', title: 'Year', choices: yearChoices(today) },
      { kind: 'checkbox', name: 'semester', title: 'Semester', choices: semesterChoices },
    ],
    [today],
  );
  return (
    <ResourceList
      section={semesterSection}
      columns={semesterColumns}
      usualOrder="-year"
      filters={filters}
      nameOf={semesterTitle}
      rowOptions={may('Semester', 'delete') && may('Timetables', 'delete') ? wholeOption : undefined}
    />
  );
}
