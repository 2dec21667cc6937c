import { Menu, Text } from '@mantine/core';
import { IconPencilPlus } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import type { MissingCheckIn } from '../../../contract/payroll.ts';
import { useMay } from '../../app/SessionProvider.tsx';
import { BackButton } from '../../ui/BackButton.tsx';
import type { Column } from '../../ui/list/column.ts';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { fullName, hoursOf, longDate } from '../../ui/names.ts';
import { subjectTitle } from '../subjects/section.ts';
import { EnterCheckIn } from './EnterCheckIn.tsx';
import { missingFilters, missingSection } from './section.ts';

const columns: Column<MissingCheckIn>[] = [
  { id: 'date', title: 'Date', text: (row) => row.date, cell: (row) => `${row.schedule.day_of_week}, ${longDate(row.date)}`, ordering: 'date' },
  { id: 'time', title: 'Time', text: ({ schedule }) => `${schedule.start_time}–${schedule.end_time}` },
  { id: 'subject', title: 'Subject', text: (row) => subjectTitle(row.schedule), wraps: true },
  { id: 'class_type', title: 'Class type', text: (row) => row.schedule.class_type },
  { id: 'teacher', title: 'Teacher', text: (row) => fullName(row.schedule.teacher), ordering: 'teacher' },
  { id: 'hours', title: 'Hours', text: (row) => hoursOf(row.duration_of_schedule), numeric: true },
  { id: 'students', title: 'Students', text: (row) => row.number_of_students, numeric: true },
  { id: 'roll', title: 'Roll taken by', text: (row) => row.roll_taken_by },
];

const nameOf = ({ schedule, date }: MissingCheckIn) => `${schedule.subject_code} on ${longDate(date)}`;

/** Classes that took place without anybody checking in, each of which accounts can enter. */
export function MissingPage() {
  const may = useMay();
  const [entering, setEntering] = useState<MissingCheckIn | null>(null);
  const options = useCallback(
    (row: MissingCheckIn) => (
      <Menu.Item leftSection={<IconPencilPlus size={16} aria-hidden="true" />} onClick={() => setEntering(row)}>
        Enter check-in
      </Menu.Item>
    ),
    [],
  );
  return (
    <>
      <ResourceList
        section={missingSection}
        columns={columns}
        usualOrder="-date"
        filters={missingFilters}
        nameOf={nameOf}
        onlyShown
        rowOptions={may('Timesheet Admin Portal', 'add') ? options : undefined}
        actions={<BackButton />}
      >
        <Text c="dimmed" mb="xs">
          Classes with students that took place in the last 15 days, or between the dates of the filter, and that nobody has checked in to.
        </Text>
      </ResourceList>
      {entering && <EnterCheckIn of={entering} close={() => setEntering(null)} />}
    </>
  );
}
