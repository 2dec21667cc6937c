import { Anchor, Badge, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  getCohortAssignment,
  leaveCohort,
  listCohortAssignments,
  listTransfers,
} from '#contract/enrolment/enrolment.endpoints.ts';
import { classSubject } from '#contract/class-name.ts';
import { classScheduleEndpoints } from '#contract/timetable/timetable.endpoints.ts';
import type { CohortAssignment, Transfer } from '#contract/enrolment/enrolment.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import type { Column } from '#web/ui/list/column.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import { dateOf, longDate } from '#web/ui/format.ts';
import type { ResourceInfo } from '#web/ui/resource.ts';
import { cohortPicker } from '#web/school/cohorts.tsx';
import { studentColumn, studentPicker } from '#web/school/students.tsx';
import { weeklyColumns } from '#web/timetable/public/class-schedules-resource.ts';

export const byCohort: ResourceInfo<CohortAssignment> = {
  title: 'Enroll By Cohort',
  singular: 'Enrolment',
  path: '/enroll-by-cohort',
  calls: {
    name: 'studentcohortassignment',
    list: listCohortAssignments,
    get: getCohortAssignment,
    remove: leaveCohort,
  },
  permission: 'Enroll Student',
};

export const bySchedule: ResourceInfo<ClassSchedule> = {
  title: 'Enroll By Schedule',
  singular: 'Enrolment',
  path: '/enroll-by-schedule',
  calls: classScheduleEndpoints,
  permission: 'Enroll Student',
};

export const transfers: ResourceInfo<Transfer> = {
  title: 'Cohort Transfers',
  singular: 'Transfer',
  path: '/cohort-transfer',
  calls: { name: 'cohort-transfers', list: listTransfers },
  permission: 'Enroll Student',
};

const unordered = <Row,>({ ordering: _ordering, ...column }: Column<Row>): Column<Row> => column;

const cohortColumn = <Row,>(
  id: string,
  title: string,
  of: (row: Row) => { id: number; name: string; year: number },
): Column<Row> => ({
  id,
  title,
  text: (row) => `${of(row).name} (${of(row).year})`,
  cell: (row) => (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link {...props} to="/cohort/view" search={{ id: String(of(row).id) }} />
      )}
    >
      {of(row).name} ({of(row).year})
    </Anchor>
  ),
});

export const assignmentColumns: Column<CohortAssignment>[] = [
  unordered(studentColumn((row) => row.student)),
  cohortColumn('cohort', 'Cohort', (row) => row.cohort),
  { id: 'schedules', title: 'Schedules', text: (row) => row.schedules.length, numeric: true },
  { id: 'assigned_from', title: 'Since', text: (row) => longDate(row.assigned_from) },
];

export const transferColumns = (timeZone: string): Column<Transfer>[] => [
  unordered(studentColumn((row) => row.student)),
  cohortColumn('from_cohort', 'From', (row) => row.from_cohort),
  cohortColumn('to_cohort', 'To', (row) => row.to_cohort),
  { id: 'transfer_date', title: 'From the day', text: (row) => longDate(row.transfer_date) },
  { id: 'created_by', title: 'By', text: (row) => row.created_by },
  {
    id: 'undone_at',
    title: 'State',
    text: (row) => (row.undone_at ? `Undone on ${dateOf(row.undone_at, timeZone)}` : 'Done'),
    cell: (row) =>
      row.undone_at ? (
        <Badge variant="light" color="gray" c="var(--mantine-color-text)">
          Undone on {dateOf(row.undone_at, timeZone)}
        </Badge>
      ) : (
        'Done'
      ),
  },
];

export const cohortFilters: FilterOf<typeof listCohortAssignments>[] = [
  { kind: 'picker', name: 'cohort', title: 'Cohort', source: cohortPicker },
  { kind: 'picker', name: 'student', title: 'Student', source: studentPicker },
];

/** `28 of 30`; highlighted above the room's capacity. */
export function Seats({ taken, capacity }: { taken: number; capacity: number }) {
  if (capacity === 0) return <>{taken}</>;
  const over = taken > capacity;
  return (
    <Text
      span
      size="sm"
      fw={over ? 650 : undefined}
      c={over ? 'var(--mantine-color-error)' : undefined}
    >
      {taken} of {capacity}
      {over && ' (over capacity)'}
    </Text>
  );
}

export const scheduleColumns: Column<ClassSchedule>[] = [
  {
    id: 'subject',
    title: 'Subject',
    text: (row) => classSubject(row),
    ordering: 'subject',
    wraps: true,
    cell: (row) => (
      <Anchor
        size="sm"
        fw={600}
        renderRoot={(props) => (
          <Link {...props} to="/enroll-by-schedule/view" search={{ id: String(row.id) }} />
        )}
      >
        {classSubject(row)}
      </Anchor>
    ),
  },
  ...weeklyColumns,
  {
    id: 'seats',
    title: 'Students / seats',
    text: (row) =>
      row.classroom.capacity
        ? `${row.number_of_students} of ${row.classroom.capacity}`
        : row.number_of_students,
    cell: (row) => <Seats taken={row.number_of_students} capacity={row.classroom.capacity} />,
    numeric: true,
  },
];
