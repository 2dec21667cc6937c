import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import type { OpenRoll } from '#contract/open-roll.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { longDate } from '#web/ui/format.ts';
import { fullName } from '#web/ui/labels.ts';
import type { Column } from '#web/ui/list/column.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { MailMenu } from '../list-mails/MailMenu.tsx';
import { subjectTitle } from '../subjects/resource.ts';
import { filtersOf, firstDay, openRollResource, stateTitles } from './resource.ts';

const columns: Column<OpenRoll>[] = [
  {
    id: 'date',
    title: 'Date',
    text: (row) => row.date,
    cell: (row) => (
      <AnchorLink
        size="sm"
        to="/attendance/add"
        search={{ id: row.class_schedule, date: row.date }}
      >
        {longDate(row.date)}
      </AnchorLink>
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

/** The days before today that the server lists unless a filter says. */
const defaultDays = 14;

/** Rolls of past classes that were not taken or not finished (R-ROLL-16); teachers see their own. */
export function OpenRollsPage() {
  const can = useCan();
  const { today } = useSession().config;
  const { from_date } = useSearch({ from: '/open-rolls' });
  const { data: begins } = useQuery(firstDay);
  const from = from_date || dayjs(today).subtract(defaultDays, 'day').format('YYYY-MM-DD');
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
      actions={
        <>
          <MailMenu list="open_rolls" />
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/todays-rolls" />}>
            Today’s rolls
          </Button>
        </>
      }
    >
      <Text c="dimmed" mb="xs">
        {isAll ? 'Classes' : 'Your classes'} of the last 15 days, or between the dates of the
        filter, that are over and whose roll was not taken or not finished. A roll is finished when
        everybody is marked, or when it is closed.
        {begins && begins > from && ` Classes before ${longDate(begins)} are not listed.`}
      </Text>
    </ResourceList>
  );
}
