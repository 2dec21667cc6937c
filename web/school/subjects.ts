import { bulkRemoveSubjects, subjectEndpoints } from '#contract/enrolment/subjects.endpoints.ts';
import type { Subject } from '#contract/enrolment/subject.ts';
import type { Column } from '#web/ui/list/column.ts';
import { pickerOf } from '#web/ui/picker.ts';
import type { FormResource } from '#web/ui/resource.ts';
import { fullName } from '#contract/person-name.ts';

export const subjectResource: FormResource<Subject> = {
  title: 'Subjects',
  singular: 'Subject',
  path: '/subjects',
  calls: subjectEndpoints,
  permission: 'Subjects',
  bulkRemove: bulkRemoveSubjects,
  usedByClasses: 'subject',
};

export const subjectTitle = (subject: { subject_name: string; subject_code: string }): string =>
  `${subject.subject_code} ${subject.subject_name}`;

export const subjectPicker = pickerOf({
  title: 'Subject',
  calls: subjectEndpoints,
  label: subjectTitle,
});

export const subjectColumns: Column<Subject>[] = [
  {
    id: 'subject_name',
    title: 'Subject',
    text: (row) => row.subject_name,
    ordering: 'subject_name',
    wraps: true,
  },
  { id: 'subject_code', title: 'Code', text: (row) => row.subject_code, ordering: 'subject_code' },
  { id: 'year', title: 'Year', text: (row) => row.year, ordering: 'year', numeric: true },
  { id: 'course', title: 'Course', text: (row) => row.course.name },
  {
    id: 'specialization',
    title: 'Specialization',
    text: (row) => row.specialization.specialization,
  },
  { id: 'subject_teacher', title: 'Teacher', text: (row) => fullName(row.subject_teacher) },
];
