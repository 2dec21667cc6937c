import { Anchor, VisuallyHidden } from '@mantine/core';
import type { Leave } from '../../../contract/leave.ts';
import type { Column } from '../../ui/list/column.ts';
import type { Filter } from '../../ui/list/filter.ts';
import type { SectionInfo } from '../../ui/section.ts';
import { longDate } from '../../ui/names.ts';
import { studentColumn, studentPicker } from '../students/picker.tsx';

export const leaveSection: SectionInfo = {
  title: 'Approved Leave List',
  one: 'Leave',
  path: '/leave',
  api: 'leave',
  resource: 'Approved Leave List',
};

export const leaveColumns: Column<Leave>[] = [
  studentColumn((row) => row.student),
  { id: 'leave_from', title: 'From', text: (row) => longDate(row.leave_from), ordering: 'leave_from' },
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

export const leaveFilters: Filter[] = [
  { kind: 'picker', name: 'student', title: 'Student', source: studentPicker },
  { kind: 'dates', name: 'from_date', until: 'to_date', title: 'On leave between' },
];
