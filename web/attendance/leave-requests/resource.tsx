import { Anchor } from '@mantine/core';
import { listLeaveRequests } from '#contract/attendance/leave-requests.endpoints.ts';
import type { LeaveRequest } from '#contract/attendance/leave-request.ts';
import {
  leaveRequestStates,
  leaveRequestTitles,
} from '#contract/attendance/leave-request-states.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { longDate, moment } from '#web/ui/format.ts';
import type { Column } from '#web/ui/list/column.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import type { ResourceInfo } from '#web/ui/resource.ts';
import { studentColumn } from '#web/school/students.tsx';

export const leaveRequestResource: ResourceInfo<LeaveRequest> = {
  title: 'Leave requests',
  singular: 'Request',
  path: '/leave-requests',
  calls: { name: 'leave-requests', list: listLeaveRequests },
  permission: 'Approved Leave List',
  archivable: false,
  addPath: null,
};

export const leaveRequestFilters: FilterOf<typeof listLeaveRequests>[] = [
  {
    kind: 'select',
    name: 'state',
    title: 'State',
    choices: leaveRequestStates.map((state) => ({
      value: state,
      label: leaveRequestTitles[state],
    })),
  },
];

export const leaveRequestColumns = (timeZone: string): Column<LeaveRequest>[] => [
  studentColumn((row) => row.student),
  {
    id: 'leave_from',
    title: 'From',
    text: (row) => longDate(row.leave_from),
    ordering: 'leave_from',
  },
  { id: 'leave_to', title: 'To', text: (row) => longDate(row.leave_to) },
  { id: 'reason_for_leave', title: 'Reason', text: (row) => row.reason_for_leave, wraps: true },
  {
    id: 'supporting_document',
    title: 'Document',
    text: (row) => (row.supporting_document ? 'yes' : null),
    cell: ({ supporting_document, student }) =>
      supporting_document ? (
        <Anchor href={supporting_document} download size="sm">
          Download
          <span className="at-hidden">
            {' '}
            of <PersonName of={student} />
          </span>
        </Anchor>
      ) : null,
  },
  { id: 'state', title: 'State', text: (row) => leaveRequestTitles[row.state] },
  {
    id: 'requested_at',
    title: 'Requested',
    text: (row) => moment(row.requested_at, timeZone),
    ordering: 'requested_at',
  },
  {
    id: 'decided',
    title: 'Decided',
    text: ({ decided_by, decided_at }) =>
      decided_by && decided_at ? `${decided_by}, ${moment(decided_at, timeZone)}` : null,
    wraps: true,
  },
  { id: 'answer', title: 'Answer', text: (row) => row.answer, wraps: true },
];
