import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { fullName } from '#contract/person-name.ts';
import {
  namesOfRooms,
  namesOfTeachers,
  roomsOf,
  teachersOf,
} from '#contract/timetable/further-names.ts';
import { classSubject } from '#contract/class-name.ts';
import { classScheduleEndpoints } from '#contract/timetable/timetable.endpoints.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { weeksForFile } from '#contract/weeks.ts';
import { weeksOf } from '#web/platform/week-names.ts';
import type { Column } from '#web/ui/list/column.ts';
import type { FormResource } from '#web/ui/resource.ts';
import { semesterName } from '#web/ui/format.ts';

export const timetableResource: FormResource<ClassSchedule> = {
  title: 'Timetables',
  singular: 'Timetable',
  path: '/timetable',
  calls: classScheduleEndpoints,
  permission: 'Timetables',
  bringsClasses: { when: 'restored' },
};

/** Further ones below the first, so that the column stays narrow. */
const inLines = ([first, ...further]: string[]) => (
  <>
    <bdi>{first}</bdi>
    {further.length > 0 && (
      <Text size="xs" c="dimmed">
        {further.join(', ')}
      </Text>
    )}
  </>
);

/** Columns of a weekly class besides its subject. */
export const weeklyColumns: Column<ClassSchedule>[] = [
  { id: 'class_type', title: 'Class type', text: (row) => row.class_type },
  { id: 'day_of_week', title: 'Day', text: (row) => row.day_of_week, ordering: 'day_of_week' },
  {
    id: 'time',
    title: 'Time',
    text: (row) => `${row.start_time}–${row.end_time}`,
    lineText: (row) =>
      [`${row.start_time}–${row.end_time}`, row.weeks !== null && weeksOf(row)]
        .filter(Boolean)
        .join(', '),
    cell: (row) => (
      <>
        {row.start_time}–{row.end_time}
        {row.weeks !== null && (
          <Text size="xs" c="dimmed">
            {weeksOf(row)}
          </Text>
        )}
      </>
    ),
    ordering: 'start_time',
  },
  {
    id: 'weeks',
    title: 'Weeks',
    text: (row) => weeksForFile(row.weeks),
    printed: (row) => weeksOf(row),
    onlyInFiles: true,
  },
  {
    id: 'classroom',
    title: 'Classroom',
    text: (row) => namesOfRooms(row),
    cell: (row) => inLines(roomsOf(row).map(({ room_number }) => room_number)),
    ordering: 'classroom',
  },
  {
    id: 'teacher',
    title: 'Teacher',
    text: (row) => namesOfTeachers(row),
    cell: (row) => inLines(teachersOf(row).map(fullName)),
    ordering: 'teacher',
  },
];

/** The class type stands below the subject; room and teacher are shown on a tablet and in cards, too. */
const placeOf: Record<string, Pick<Column<ClassSchedule>, 'spare' | 'inCards'>> = {
  class_type: { spare: Infinity },
  day_of_week: { inCards: 'line' },
  time: { inCards: 'line' },
  classroom: { spare: 760, inCards: 'line' },
  teacher: { spare: 760, inCards: 'line' },
};

export const timetableColumns: Column<ClassSchedule>[] = [
  {
    id: 'subject',
    title: 'Subject',
    text: (row) => classSubject(row),
    ordering: 'subject',
    wraps: true,
    cell: (row) => (
      <>
        <span
          className="at-swatch at-in-text"
          style={{ background: row.color_coding }}
          aria-hidden="true"
        />
        {classSubject({ subject: row.subject })}
        <Text size="xs" c="dimmed">
          {[row.class_type, row.group_name, semesterName(row.semester)].filter(Boolean).join(', ')}
        </Text>
      </>
    ),
  },
  ...weeklyColumns.map((column) => ({ ...column, ...placeOf[column.id] })),
  { id: 'semester', title: 'Semester', text: (row) => semesterName(row.semester), spare: Infinity },
  {
    id: 'number_of_students',
    title: 'Students',
    text: (row) => row.number_of_students,
    numeric: true,
    spare: 1200,
  },
  {
    id: 'today',
    title: 'Present today',
    text: ({ today_students_stats: today }) =>
      today.total_present + today.total_absent
        ? `${today.total_present} of ${today.total_students}`
        : null,
    cell: ({ id, today_students_stats: today }) =>
      today.total_present + today.total_absent ? (
        <Anchor
          size="sm"
          renderRoot={(props) => <Link {...props} to="/attendance/view" search={{ id }} />}
        >
          {today.total_present} of {today.total_students}
        </Anchor>
      ) : (
        '–'
      ),
    numeric: true,
    spare: 1200,
  },
];
