import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { classSubject } from '#contract/class-name.ts';
import { cohortEndpoints } from '#contract/enrolment/cohorts.endpoints.ts';
import { classScheduleEndpoints } from '#contract/timetable/timetable.endpoints.ts';
import { weeklyTimeOf } from '#web/platform/week-names.ts';
import type { Cohort } from '#contract/enrolment/cohort.ts';
import type { Column } from '#web/ui/list/column.ts';
import { pickerOf } from '#web/ui/picker.ts';
import type { FormResource } from '#web/ui/resource.ts';

export const cohortResource: FormResource<Cohort> = {
  title: 'Cohort',
  singular: 'Cohort',
  path: '/cohort',
  calls: cohortEndpoints,
  permission: 'Cohort',
};

export const cohortPicker = pickerOf({
  title: 'Cohort',
  calls: cohortEndpoints,
  label: ({ name, year }) => `${name} (${year})`,
});

interface ClassSummary {
  subject: { subject_name: string; subject_code: string };
  class_type: string;
  group_name?: string | null;
  day_of_week: string;
  start_time: string;
  end_time: string;
  weeks?: string | null;
}

/** `MAT1 Algebra, Monday 09:00–10:00, Lecture`. */
export const classTitle = (it: ClassSummary): string =>
  `${classSubject(it)}, ${weeklyTimeOf(it)}, ${it.class_type}`;

export const classPicker = pickerOf({
  title: 'Schedule',
  calls: classScheduleEndpoints,
  label: classTitle,
});

export const cohortColumns: Column<Cohort>[] = [
  {
    id: 'name',
    title: 'Name',
    text: (row) => row.name,
    ordering: 'name',
    cell: ({ id, name }) => (
      <Anchor
        size="sm"
        fw={600}
        renderRoot={(props) => <Link {...props} to="/cohort/view" search={{ id: String(id) }} />}
      >
        {name}
      </Anchor>
    ),
  },
  { id: 'year', title: 'Year', text: (row) => row.year, ordering: 'year', numeric: true },
  {
    id: 'schedules',
    title: 'Schedules',
    text: (row) => row.schedules.map(classTitle).join('; '),
    cell: (row) => row.schedules.length,
    numeric: true,
  },
  {
    id: 'number_of_students',
    title: 'Students',
    text: (row) => row.number_of_students,
    numeric: true,
  },
];
