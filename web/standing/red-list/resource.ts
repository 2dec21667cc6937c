import { addToRedList, redListEndpoints } from '#contract/standing/red-list.endpoints.ts';
import type { RedListEntry } from '#contract/standing/red-list.ts';
import type { Column } from '#web/ui/list/column.ts';
import type { FormResource } from '#web/ui/resource.ts';
import { studentColumn } from '#web/school/students.tsx';
import { subjectTitle } from '#web/school/subjects.ts';

export const redListResource: FormResource<RedListEntry> = {
  title: 'Red List Students',
  singular: 'Red list student',
  path: '/red-list-students',
  calls: { ...redListEndpoints, create: addToRedList },
  permission: 'Red List Students',
};

export const redListColumns: Column<RedListEntry>[] = [
  studentColumn((row) => row.student),
  {
    id: 'subject',
    title: 'Subject',
    text: (row) => subjectTitle(row.subject),
    ordering: 'subject',
  },
  {
    id: 'attendance_percentage',
    title: 'Attendance',
    text: (row) => `${row.attendance_percentage}%`,
    ordering: 'attendance_percentage',
    numeric: true,
  },
];
