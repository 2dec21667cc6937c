import { Menu, Text } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { withGroup } from '#contract/class-name.ts';
import type { MissingCheckIn } from '#contract/pay/payroll.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { BackButton } from '#web/ui/BackButton.tsx';
import type { Column } from '#web/ui/list/column.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { hoursOf, longDate } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import { subjectTitle } from '#web/school/subjects.ts';
import { PayClosed } from '../timesheet/StatusBadge.tsx';
import { useClosedDays } from './closing.ts';
import { EnterCheckIn } from './EnterCheckIn.tsx';
import { missingFilters, missingResource } from './resource.ts';

const columnsOf = (isClosed: (day: string) => boolean): Column<MissingCheckIn>[] => [
  {
    id: 'date',
    title: 'Date',
    text: (row) => row.date,
    cell: (row) => (
      <>
        <div>
          {row.schedule.day_of_week}, {longDate(row.date)}
        </div>
        {isClosed(row.date) && <PayClosed />}
      </>
    ),
    ordering: 'date',
  },
  {
    id: 'time',
    title: 'Time',
    text: ({ schedule }) => `${schedule.start_time}–${schedule.end_time}`,
  },
  {
    id: 'subject',
    title: 'Subject',
    text: (row) => withGroup(subjectTitle(row.schedule), row.schedule.group_name),
    wraps: true,
  },
  { id: 'class_type', title: 'Class type', text: (row) => row.schedule.class_type, spare: true },
  {
    id: 'teacher',
    title: 'Teacher',
    text: (row) => fullName(row.schedule.teacher),
    ordering: 'teacher',
  },
  { id: 'hours', title: 'Hours', text: (row) => hoursOf(row.duration_of_schedule), numeric: true },
  {
    id: 'students',
    title: 'Students',
    text: (row) => row.number_of_students,
    numeric: true,
    spare: true,
  },
  { id: 'roll', title: 'Roll taken by', text: (row) => row.roll_taken_by },
  { id: 'request', title: 'Request', text: (row) => row.request?.message, wraps: true },
];

const nameOf = ({ schedule, date }: MissingCheckIn) =>
  `${schedule.subject_code} on ${longDate(date)}`;

/** Places of past classes without a check-in, which accounts can enter. */
export function MissingPage() {
  const can = useCan();
  const [entering, setEntering] = useState<MissingCheckIn | null>(null);
  const isClosed = useClosedDays();
  const columns = useMemo(() => columnsOf(isClosed), [isClosed]);
  const options = useCallback(
    (row: MissingCheckIn) =>
      isClosed(row.date) ? null : (
        <Menu.Item
          leftSection={<IconPencilPlus size={16} aria-hidden="true" />}
          onClick={() => setEntering(row)}
        >
          Enter check-in
        </Menu.Item>
      ),
    [isClosed],
  );
  return (
    <>
      <ResourceList
        resource={missingResource}
        columns={columns}
        defaultSort="-date"
        filters={missingFilters}
        nameOf={nameOf}
        onlyShown
        rowOptions={can('Timesheet Admin Portal', 'add') ? options : undefined}
        actions={<BackButton />}
      >
        <Text c="dimmed" mb="xs">
          Classes with students and without a check-in that took place in the last 15 days, or
          between the dates of the filter. A class with several teachers has a row for each of them.
        </Text>
      </ResourceList>
      {entering && <EnterCheckIn of={entering} close={() => setEntering(null)} />}
    </>
  );
}
