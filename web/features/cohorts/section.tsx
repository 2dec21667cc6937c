import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Cohort } from '../../../contract/cohort.ts';
import type { ClassSchedule } from '../../../contract/timetable.ts';
import type { Column } from '../../ui/list/column.ts';
import { pickerOf } from '../../ui/picker.ts';
import type { SectionInfo } from '../../ui/section.ts';
import { subjectTitle } from '../subjects/section.ts';

export const cohortSection: SectionInfo = { title: 'Cohort', one: 'Cohort', path: '/cohort', api: 'cohort', resource: 'Cohort' };

export const cohortPicker = pickerOf<Cohort>({ title: 'Cohort', api: 'cohort', label: ({ name, year }) => `${name} (${year})` });

interface ShortClass {
  subject: { subject_name: string; subject_code: string };
  class_type: string;
  day_of_week: string;
  start_time: string;
  end_time: string;
}

/** `MAT1 Algebra, Monday 09:00–10:00, Lecture`. */
export const classTitle = (it: ShortClass): string =>
  `${subjectTitle(it.subject)}, ${it.day_of_week} ${it.start_time}–${it.end_time}, ${it.class_type}`;

export const classPicker = pickerOf<ClassSchedule>({ title: 'Schedule', api: 'classschedule', label: classTitle });

export const cohortColumns: Column<Cohort>[] = [
  {
    id: 'name',
    title: 'Name',
    text: (row) => row.name,
    ordering: 'name',
    cell: ({ id, name }) => (
      <Anchor size="sm" fw={600} renderRoot={(props) => <Link {...props} to="/cohort/view" search={{ id: String(id) }} />}>
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
  { id: 'number_of_students', title: 'Students', text: (row) => row.number_of_students, numeric: true },
];
