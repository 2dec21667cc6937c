import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { OpenRoll } from '#contract/open-roll.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { longDate } from '#web/ui/format.ts';
import { fullName } from '#web/ui/labels.ts';
import type { Column } from '#web/ui/list/column.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { subjectTitle } from '../subjects/resource.ts';
import { filtersOf, openRollResource, stateTitles } from './resource.ts';

const columns: Column<OpenRoll>[] = [
  {
    id: 'date',
    title: 'Date',
    text: (row) => row.date,
    cell: (row) => (
      <Link to="/attendance/add" search={{ id: row.class_schedule, date: row.date }}>
        {longDate(row.date)}
      </Link>
    ),
    ordering: 'date',
  },
  { id: 'time', title: 'Time', text: (row) => `${row.start_time}–${row.end_time}` },
  { id: 'subject', title: 'Subject', text: (row) => subjectTitle(row.subject), wraps: true },
  { id: 'room', title: 'Room', text: (row) => row.room_number },
  { id: 'teacher', title: 'Teacher', text: (row) => fullName(row.teacher), ordering: 'teacher' },
  {
    id: 'marked',
    title: 'Marked',
    text: (row) => `${row.marked} of ${row.number_of_students}`,
    numeric: true,
  },
  { id: 'state', title: 'State', text: (row) => stateTitles[row.state] },
];

const nameOf = ({ subject, date }: OpenRoll) => `${subject.subject_code} on ${longDate(date)}`;

/** Rolls of past classes that were not taken or not finished (R-ROLL-16); teachers see their own. */
export function OpenRollsPage() {
  const can = useCan();
  const isAll = can('Attendance', 'teacherFilter');
  const filters = useMemo(() => filtersOf(isAll), [isAll]);
  return (
    <ResourceList
      resource={openRollResource}
      columns={columns}
      defaultSort="-date"
      filters={filters}
      nameOf={nameOf}
      onlyShown
    >
      <Text c="dimmed" mb="xs">
        {isAll ? 'Classes' : 'Your classes'} of the last 15 days, or between the dates of the
        filter, that are over and whose roll was not taken or not finished. A roll is finished when
        everybody is marked, or when it is closed.
      </Text>
    </ResourceList>
  );
}
