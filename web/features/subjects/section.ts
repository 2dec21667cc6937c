import type { Subject } from '../../../contract/subject.ts';
import type { Column } from '../../ui/list/column.ts';
import { pickerOf } from '../../ui/picker.ts';
import type { SectionInfo } from '../../ui/section.ts';
import { fullName } from '../../ui/names.ts';

export const subjectSection: SectionInfo = {
  title: 'Subjects',
  one: 'Subject',
  path: '/subjects',
  api: 'subjects',
  resource: 'Subjects',
  bulkDelete: true,
};

export const subjectTitle = (subject: { subject_name: string; subject_code: string }): string => `${subject.subject_code} ${subject.subject_name}`;

export const subjectPicker = pickerOf<Subject>({ title: 'Subject', api: 'subjects', label: subjectTitle });

export const subjectColumns: Column<Subject>[] = [
  { id: 'subject_name', title: 'Subject', text: (row) => row.subject_name, ordering: 'subject_name', wraps: true },
  { id: 'subject_code', title: 'Code', text: (row) => row.subject_code, ordering: 'subject_code' },
  { id: 'year', title: 'Year', text: (row) => row.year, ordering: 'year', numeric: true },
  { id: 'course', title: 'Course', text: (row) => row.course.name },
  { id: 'specialization', title: 'Specialization', text: (row) => row.specialization.specialization },
  { id: 'subject_teacher', title: 'Teacher', text: (row) => fullName(row.subject_teacher) },
];
