import { Text } from '@mantine/core';
import type { StudentGaps } from '#contract/timetable/timetable-health.ts';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { longDate } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import type { Column } from '#web/ui/list/column.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { HealthBar } from './HealthBar.tsx';
import { studentGapResource } from './resources.ts';
import { hoursText, ownFilters, type HealthSearch } from './search.ts';

const columns: Column<StudentGaps>[] = [
  {
    id: 'student_id',
    title: 'Student ID',
    text: (row) => row.student_id,
    cell: (row) => (
      <AnchorLink
        size="sm"
        to="/timetable/week"
        search={{ student: String(row.id), date: row.monday }}
      >
        {row.student_id}
      </AnchorLink>
    ),
    ordering: 'student_id',
  },
  { id: 'name', title: 'Name', text: fullName },
  {
    id: 'gap',
    title: 'Gaps (h:min)',
    text: (row) => hoursText(row.gap),
    numeric: true,
    ordering: 'gap',
  },
  { id: 'gaps', title: 'Number of gaps', text: (row) => row.gaps, numeric: true },
  {
    id: 'longest_gap',
    title: 'Longest gap (h:min)',
    text: (row) => hoursText(row.longest_gap),
    numeric: true,
    ordering: 'longest_gap',
  },
  { id: 'minutes', title: 'Classes (h:min)', text: (row) => hoursText(row.minutes), numeric: true },
  { id: 'days', title: 'Days', text: (row) => row.days, numeric: true, ordering: 'days' },
  {
    id: 'monday',
    title: 'Week of',
    text: (row) => row.monday,
    cell: (row) => longDate(row.monday),
  },
];
const filters = ownFilters('break');

/** Students with gaps between the classes of a day (R-HEALTH-4). */
export function StudentsPart({ search }: { search: HealthSearch }) {
  return (
    <ResourceList
      resource={studentGapResource}
      columns={columns}
      defaultSort="-gap"
      filters={filters}
      nameOf={fullName}
      onlyShown
    >
      <HealthBar search={search} />
      <Text c="dimmed" size="sm" mb="xs">
        In the week of the period with the most classes.
      </Text>
    </ResourceList>
  );
}
