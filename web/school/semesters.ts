import { semesterEndpoints } from '#contract/timetable/semesters.endpoints.ts';
import type { Semester } from '#contract/timetable/semester.ts';
import type { Column } from '#web/ui/list/column.ts';
import { pickerOf } from '#web/ui/picker.ts';
import { longDate, semesterName } from '#web/ui/format.ts';
import type { FormResource } from '#web/ui/resource.ts';

export const semesterResource: FormResource<Semester> = {
  title: 'Semester',
  singular: 'Semester',
  path: '/semester',
  calls: semesterEndpoints,
  permission: 'Semester',
};

export const semesterTitle = (of: Pick<Semester, 'year' | 'semester' | 'batch'>): string =>
  `${semesterName(of)}, batch ${of.batch}`;

export const semesterPicker = pickerOf({
  title: 'Semester',
  calls: semesterEndpoints,
  label: semesterTitle,
});

export const semesterColumns: Column<Semester>[] = [
  { id: 'year', title: 'Year', text: (row) => row.year, ordering: 'year' },
  { id: 'semester', title: 'Semester', text: (row) => row.semester, ordering: 'semester' },
  { id: 'batch', title: 'Batch', text: (row) => row.batch, ordering: 'batch' },
  {
    id: 'semester_start_date',
    title: 'Semester starts',
    text: (row) => longDate(row.semester_start_date),
    ordering: 'semester_start_date',
  },
  {
    id: 'semester_end_date',
    title: 'Semester ends',
    text: (row) => longDate(row.semester_end_date),
  },
  { id: 'class_start_date', title: 'Classes start', text: (row) => longDate(row.class_start_date) },
  { id: 'class_end_date', title: 'Classes end', text: (row) => longDate(row.class_end_date) },
];
