import type { TeacherLoad } from '#contract/timetable/timetable-health.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { longDate } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import type { Column } from '#web/ui/list/column.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { HealthBar } from './HealthBar.tsx';
import { teacherLoadResource } from './resources.ts';
import { hoursText, ownFilters, type HealthSearch } from './search.ts';

const columns: Column<TeacherLoad>[] = [
  {
    id: 'name',
    title: 'Teacher',
    text: fullName,
    cell: (row) => (
      <AnchorLink
        size="sm"
        to="/timetable/week"
        search={{ teacher: String(row.id), date: row.longest_on }}
      >
        <PersonName of={row} />
      </AnchorLink>
    ),
    ordering: 'name',
  },
  {
    id: 'longest_stretch',
    title: 'Longest without a break (h:min)',
    text: (row) => hoursText(row.longest_stretch),
    numeric: true,
    ordering: 'longest_stretch',
  },
  {
    id: 'longest_on',
    title: 'On',
    text: (row) => row.longest_on,
    cell: (row) => longDate(row.longest_on),
  },
  {
    id: 'minutes_in_week',
    title: 'Classes a week (h:min)',
    text: (row) => hoursText(row.minutes_in_week),
    numeric: true,
    ordering: 'minutes_in_week',
  },
  {
    id: 'gap_in_week',
    title: 'Gaps a week (h:min)',
    text: (row) => hoursText(row.gap_in_week),
    numeric: true,
    ordering: 'gap_in_week',
  },
  { id: 'classes', title: 'Weekly classes', text: (row) => row.classes, numeric: true },
  { id: 'days', title: 'Days', text: (row) => row.days, numeric: true },
];
const filters = ownFilters('break');

/** Teachers' stretches without a break, hours and gaps (R-HEALTH-3). */
export function TeachersPart({ search }: { search: HealthSearch }) {
  return (
    <ResourceList
      resource={teacherLoadResource}
      columns={columns}
      defaultSort="-longest_stretch"
      filters={filters}
      nameOf={fullName}
      onlyShown
    >
      <HealthBar search={search} />
    </ResourceList>
  );
}
