import { useMemo } from 'react';
import { useSession } from '../../app/SessionProvider.tsx';
import { semesterChoices, yearChoices } from '../../ui/form/options.ts';
import type { Filter } from '../../ui/list/filter.ts';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { semesterColumns, semesterSection, semesterTitle } from './section.ts';

export function SemestersPage() {
  const { today } = useSession().config;
  const filters = useMemo<Filter[]>(
    () => [
      { kind: 'select', name: 'year', title: 'Year', choices: yearChoices(today) },
      { kind: 'checkbox', name: 'semester', title: 'Semester', choices: semesterChoices },
    ],
    [today],
  );
  return <ResourceList section={semesterSection} columns={semesterColumns} usualOrder="-year" filters={filters} nameOf={semesterTitle} />;
}
