import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clashKinds } from '#contract/clash.ts';
import type { listTimetableClashes } from '#contract/timetable/timetable-health.endpoints.ts';
import type { TimetableClash } from '#contract/timetable/timetable-health.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { capacityColumns, clashColumns, classText, kindTitles } from './clash-columns.tsx';
import { ClashOptions } from './ClashOptions.tsx';
import { ClashOverview } from './ClashOverview.tsx';
import { HealthBar } from './HealthBar.tsx';
import { checkedPeriod } from './queries.ts';
import { capacityResource, clashResource } from './resources.ts';
import { ownFilters, periodOf, type HealthSearch } from './search.ts';

const filters: FilterOf<typeof listTimetableClashes>[] = [
  ...ownFilters(),
  {
    kind: 'checkbox',
    name: 'kind',
    title: 'Kind',
    choices: clashKinds.map((kind) => ({ value: kind, label: kindTitles[kind] })),
  },
  {
    kind: 'select',
    name: 'confirmed',
    title: 'Confirmed',
    choices: [
      { value: 'no', label: 'Not confirmed' },
      { value: 'yes', label: 'Confirmed' },
    ],
  },
];
const capacityFilters: FilterOf<typeof listTimetableClashes>[] = ownFilters('kind');

const nameOf = (row: TimetableClash) => classText(row.class);
const options = (row: TimetableClash) => <ClashOptions of={row} />;

/** All kinds at a glance or, with kinds in the address, one list of them. */
export function ClashesPart({ search }: { search: HealthSearch }) {
  const isCapacity = search.kind === 'seats';
  const checked = useQuery({ ...checkedPeriod(periodOf(search)), enabled: isCapacity });
  const semester = checked.data?.semester.id;
  const columns = useMemo(
    () => (isCapacity ? capacityColumns(semester) : clashColumns),
    [isCapacity, semester],
  );
  if (!search.kind) return <ClashOverview search={search} />;
  return (
    <ResourceList
      key={isCapacity ? 'capacity' : 'clashes'}
      resource={isCapacity ? capacityResource : clashResource}
      columns={columns}
      defaultSort="date"
      filters={isCapacity ? capacityFilters : filters}
      nameOf={nameOf}
      onlyShown
      rowOptions={options}
    >
      <HealthBar search={search} />
    </ResourceList>
  );
}
