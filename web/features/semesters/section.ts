import type { Semester } from '../../../contract/semester.ts';
import type { Column } from '../../ui/list/column.ts';
import { pickerOf } from '../../ui/picker.ts';
import { longDate } from '../../ui/names.ts';
import type { SectionInfo } from '../../ui/section.ts';

export const semesterSection: SectionInfo = { title: 'Semester', one: 'Semester', path: '/semester', api: 'semesters', resource: 'Semester' };

export const semesterTitle = ({ year, semester, batch }: Pick<Semester, 'year' | 'semester' | 'batch'>): string =>
  `${year}, semester ${semester}, batch ${batch}`;

export const semesterPicker = pickerOf<Semester>({ title: 'Semester', api: 'semesters', label: semesterTitle });

export const semesterColumns: Column<Semester>[] = [
  { id: 'year', title: 'Year', text: (row) => row.year, ordering: 'year' },
  { id: 'semester', title: 'Semester', text: (row) => row.semester, ordering: 'semester' },
  { id: 'batch', title: 'Batch', text: (row) => row.batch, ordering: 'batch' },
  { id: 'semester_start_date', title: 'Semester starts', text: (row) => longDate(row.semester_start_date), ordering: 'semester_start_date' },
  { id: 'semester_end_date', title: 'Semester ends', text: (row) => longDate(row.semester_end_date) },
  { id: 'class_start_date', title: 'Classes start', text: (row) => longDate(row.class_start_date) },
  { id: 'class_end_date', title: 'Classes end', text: (row) => longDate(row.class_end_date) },
];
