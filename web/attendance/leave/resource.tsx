import { Anchor, VisuallyHidden } from '@mantine/core';
import { leaveEndpoints } from '#contract/attendance/leave.endpoints.ts';
import type { Leave } from '#contract/attendance/leave.ts';
import type { Column } from '#web/ui/list/column.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import type { FormResource } from '#web/ui/resource.ts';
import { longDate } from '#web/ui/format.ts';
import { removalText } from './effect.ts';
import { studentColumn, studentPicker } from '#web/school/students.tsx';

export const leaveResource: FormResource<Leave> = {
  title: 'Approved Leave List',
  singular: 'Leave',
  path: '/leave',
  calls: leaveEndpoints,
  permission: 'Approved Leave List',
  removalText,
};

export const leaveColumns: Column<Leave>[] = [
  studentColumn((row) => row.student),
  {
    id: 'leave_from',
    title: 'From',
    text: (row) => longDate(row.leave_from),
    ordering: 'leave_from',
  },
  { id: 'leave_to', title: 'To', text: (row) => longDate(row.leave_to), ordering: 'leave_to' },
  { id: 'faculty_email', title: 'Faculty e-mail', text: (row) => row.faculty_email },
  { id: 'reason_for_leave', title: 'Reason', text: (row) => row.reason_for_leave, wraps: true },
  {
    id: 'supporting_document',
    title: 'Document',
    text: (row) => (row.supporting_document ? 'yes' : null),
    cell: ({ supporting_document, student }) =>
      supporting_document ? (
        <Anchor href={supporting_document} target="_blank" rel="noreferrer" size="sm">
          Open<VisuallyHidden> the document of {student.student_id}</VisuallyHidden>
        </Anchor>
      ) : (
        '–'
      ),
  },
];

export const leaveFilters: FilterOf<typeof leaveEndpoints.list>[] = [
  { kind: 'picker', name: 'student', title: 'Student', source: studentPicker },
  { kind: 'dates', name: 'from_date', until: 'to_date', title: 'On leave between' },
];
