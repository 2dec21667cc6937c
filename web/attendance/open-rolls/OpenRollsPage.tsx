import { Button, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { namesOfTeachers } from '#contract/timetable/further-names.ts';
import { classCode, classSubject } from '#contract/class-name.ts';
import type { OpenRoll } from '#contract/attendance/open-roll.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { AnchorLink } from '#web/ui/AnchorLink.tsx';
import { longDate } from '#web/ui/format.ts';
import type { Column } from '#web/ui/list/column.ts';
import { namesOf } from '#web/ui/list/filter.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { MailMenu } from '#web/school/MailMenu.tsx';
import { filtersOf, openRollResource, stateTitles, useListed } from './resource.ts';

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
  { id: 'subject', title: 'Subject', text: (row) => classSubject(row), wraps: true },
  { id: 'room', title: 'Room', text: (row) => row.room_number },
  { id: 'teacher', title: 'Teacher', text: (row) => namesOfTeachers(row), ordering: 'teacher' },
  {
    id: 'marked',
    title: 'Marked',
    text: (row) => `${row.marked} of ${row.number_of_students}`,
    numeric: true,
  },
  { id: 'state', title: 'State', text: (row) => stateTitles[row.state] },
];

const nameOf = (row: OpenRoll) => `${classCode(row)} on ${longDate(row.date)}`;

/** Rolls of past classes that were not taken or are unfinished (R-ROLL-16); teachers see their own. */
export function OpenRollsPage() {
  const can = useCan();
  const search = useSearch({ from: '/open-rolls' });
  const isAll = can('Attendance', 'teacherFilter');
  const filters = useMemo(() => filtersOf(isAll), [isAll]);
  const names = useMemo(() => filters.flatMap(namesOf), [filters]);
  const listed = useListed(search, names);
  return (
    <ResourceList
      resource={openRollResource}
      columns={columns}
      defaultSort="-date"
      filters={filters}
      nameOf={nameOf}
      onlyShown
      whenEmpty="All rolls are taken."
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
        {listed &&
          `${listed.total} from ${longDate(listed.from_date)} to ${longDate(listed.to_date)}: `}
        {isAll ? 'classes' : 'your classes'} that are over and whose roll is not taken or
        unfinished. A roll is finished when everybody is marked, or when it is closed.
        {listed?.begins_on === listed?.from_date &&
          listed?.begins_on &&
          ` Classes before ${longDate(listed.begins_on)} are not listed.`}
      </Text>
    </ResourceList>
  );
}
