import { Button, Group, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import type { Absence } from '#contract/standing/absences.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { RedListTag } from '#web/ui/RedListTag.tsx';
import { useCan, useMayFilter, useSession } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { longDate } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import type { Column } from '#web/ui/list/column.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { subjectTitle } from '#web/school/subjects.ts';
import { absenceResource, filtersOf } from './resource.ts';

const columns: Column<Absence>[] = [
  { id: 'student_id', title: 'Student ID', text: (row) => row.student_id, ordering: 'student_id' },
  {
    id: 'name',
    title: 'Name',
    text: fullName,
    cell: (row) => (
      <span className="at-inline">
        <AnchorLink size="sm" to="/students/student-details" search={{ id: String(row.id) }}>
          <PersonName of={row} />
        </AnchorLink>
        {row.in_red_list && <RedListTag />}
      </span>
    ),
    ordering: 'last_name',
  },
  {
    id: 'subject',
    title: 'Subject',
    text: (row) => subjectTitle(row.subject),
    ordering: 'subject',
    wraps: true,
  },
  {
    id: 'absent',
    title: 'Absent',
    text: (row) => String(row.absent),
    ordering: 'absent',
    numeric: true,
  },
  { id: 'excused', title: 'Excused', text: (row) => String(row.excused), numeric: true },
  { id: 'late', title: 'Late', text: (row) => String(row.late), numeric: true },
  {
    id: 'counted',
    title: 'Classes counted',
    text: (row) => String(row.counted),
    numeric: true,
  },
  {
    id: 'rate',
    title: 'Rate',
    text: (row) => (row.rate === null ? '–' : `${row.rate}%`),
    ordering: 'rate',
    numeric: true,
  },
  {
    id: 'last',
    title: 'Last absence',
    text: (row) => (row.last ? `${row.last.date} ${row.last.start_time}` : ''),
    cell: ({ last }) =>
      last && (
        <AnchorLink
          size="sm"
          to="/attendance/view"
          search={{ id: last.class_schedule, date: last.date }}
        >
          {longDate(last.date)}, {last.start_time}
        </AnchorLink>
      ),
    ordering: 'last',
  },
];

const nameOf = (row: Absence) => `${fullName(row)}, ${row.subject.subject_code}`;

/** Who was absent, and whose rate is low, by student and subject (R-ABSENCE-1); teachers see their classes. */
export function AbsencesPage() {
  const can = useCan();
  const isAll = can('Attendance', 'teacherFilter');
  const hasCohorts = useMayFilter()('cohort');
  const { today } = useSession().config;
  const search = useSearch({ from: '/absences' });
  const { from_date, to_date, below, class_schedule } = search;
  const filters = useMemo(() => filtersOf(isAll, hasCohorts), [isAll, hasCohorts]);
  const from = from_date || to_date || today;
  const to = to_date || from_date || today;
  return (
    <ResourceList
      resource={absenceResource}
      columns={columns}
      defaultSort="-absent"
      filters={filters}
      nameOf={nameOf}
      onlyShown
      actions={<Periods today={today} search={search} />}
    >
      <Text c="dimmed" mb="xs">
        {below
          ? `Students whose rate is below ${below}%`
          : 'Students who were absent at least once'}{' '}
        {class_schedule ? 'in one class ' : isAll ? '' : 'in your classes '}
        {from === to ? `on ${longDate(from)}` : `from ${longDate(from)} to ${longDate(to)}`}, by
        subject. Rates are those of these dates.{' '}
        {class_schedule && (
          <AnchorLink to="/absences" search={{ ...search, class_schedule: undefined }}>
            All classes
          </AnchorLink>
        )}
      </Text>
    </ResourceList>
  );
}

const periods = [
  { title: 'Today', days: 0 },
  { title: '7 days', days: 6 },
  { title: '30 days', days: 29 },
  { title: '120 days', days: 119 },
];

function Periods({ today, search }: { today: string; search: Record<string, string | undefined> }) {
  return (
    <Group gap="xs">
      {periods.map(({ title, days }) => (
        <Button
          key={title}
          variant="default"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/absences"
              search={{
                ...search,
                page: undefined,
                from_date: dayjs(today).subtract(days, 'day').format('YYYY-MM-DD'),
                to_date: today,
              }}
            />
          )}
        >
          {title}
        </Button>
      ))}
    </Group>
  );
}
