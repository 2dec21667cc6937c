import type { RedListEntry } from '../../../contract/red-list.ts';
import type { Column } from '../../ui/list/column.ts';
import type { Filter } from '../../ui/list/filter.ts';
import type { SectionInfo } from '../../ui/section.ts';
import { studentColumn, studentPicker } from '../students/picker.tsx';
import { subjectPicker, subjectTitle } from '../subjects/section.ts';

export const redListSection: SectionInfo = {
  title: 'Red List Students',
  one: 'Red list student',
  path: '/red-list-students',
  api: 'redlistedstudents',
  resource: 'Red List Students',
  createAt: 'redlistedstudents/',
};

export const redListColumns: Column<RedListEntry>[] = [
  studentColumn((row) => row.student),
  { id: 'subject', title: 'Subject', text: (row) => subjectTitle(row.subject), ordering: 'subject' },
  {
    id: 'attendance_percentage',
    title: 'Attendance',
    text: (row) => `${row.attendance_percentage} %`,
    ordering: 'attendance_percentage',
    numeric: true,
  },
];

export const redListFilters: Filter[] = [
  { kind: 'picker', name: 'student', title: 'Student', source: studentPicker },
  { kind: 'picker', name: 'subject', title: 'Subject', source: subjectPicker },
];
