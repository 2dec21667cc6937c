import { Menu, Text } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getLeaveEffect } from '#contract/attendance/leave.endpoints.ts';
import {
  approveLeaveRequest,
  declineLeaveRequest,
} from '#contract/attendance/leave-requests.endpoints.ts';
import type { LeaveRequest } from '#contract/attendance/leave-request.ts';
import { request } from '#web/platform/api.ts';
import { asError } from '#web/platform/as-error.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { longDate } from '#web/ui/format.ts';
import { fullName } from '#contract/person-name.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { prompt } from '#web/ui/prompt.tsx';
import { resourceKey } from '#web/ui/resource.ts';
import { toast } from '#web/ui/toasts.ts';
import { leaveText } from '../leave/effect.ts';
import { leaveResource } from '../leave/resource.tsx';
import { leaveRequestColumns, leaveRequestFilters, leaveRequestResource } from './resource.tsx';

const nameOf = ({ student, leave_from }: LeaveRequest) =>
  `the request of ${fullName(student)} from ${longDate(leave_from)}`;
const options = (row: LeaveRequest) => <RowOptions row={row} />;

/** Requests of students for leaves, to be approved or declined (R-LEAVE-1). */
export function LeaveRequestsPage() {
  const { time_zone } = useSession().config;
  const columns = useMemo(() => leaveRequestColumns(time_zone), [time_zone]);
  return (
    <ResourceList
      resource={leaveRequestResource}
      columns={columns}
      defaultSort="-requested_at"
      filters={leaveRequestFilters}
      nameOf={nameOf}
      onlyShown
      rowOptions={options}
    >
      <Text c="dimmed" mb="xs">
        Those that wait for a decision come first. Approving writes the approved leave, with your
        e-mail address and the document.
      </Text>
    </ResourceList>
  );
}

function RowOptions({ row }: { row: LeaveRequest }) {
  const queries = useQueryClient();
  const can = useCan();
  const days = `${longDate(row.leave_from)} to ${longDate(row.leave_to)}`;

  async function run(action: () => Promise<unknown>, done: string) {
    try {
      await action();
      toast('success', done, 'shell');
    } catch (error) {
      toast('error', asError(error).message);
    }
    for (const resource of [leaveRequestResource, leaveResource])
      await queries.invalidateQueries({ queryKey: resourceKey(resource) });
  }
  async function approve() {
    const { leave_from: from, leave_to: to, student } = row;
    const effect = await request(getLeaveEffect, { query: { student: student.id, from, to } }).then(
      leaveText,
      () => null,
    );
    const question = {
      title: 'Approve this request?',
      text: `${fullName(student)} is on leave from ${days}: “${row.reason_for_leave}” ${effect ?? ''}`,
      yes: 'Approve',
      no: 'Cancel',
    };
    if (!(await confirm(question))) return;
    await run(
      () => request(approveLeaveRequest, { params: { id: row.id }, body: {} }),
      'Approved: the leave is written',
    );
  }
  async function decline() {
    const answer = await prompt({
      title: 'Decline this request?',
      text: `${fullName(row.student)}, ${days}: “${row.reason_for_leave}” The student reads the answer.`,
      label: 'Answer',
      max: 500,
      yes: 'Decline',
    });
    if (answer === null) return;
    await run(
      () => request(declineLeaveRequest, { params: { id: row.id }, body: { answer } }),
      'Declined',
    );
  }
  const isOpen = row.state === 'requested' && !row.is_own && can('Approved Leave List', 'add');
  return (
    <>
      <Menu.Item
        leftSection={<IconCheck size={16} aria-hidden="true" />}
        disabled={!isOpen}
        onClick={() => void approve()}
      >
        Approve
      </Menu.Item>
      <Menu.Item
        leftSection={<IconX size={16} aria-hidden="true" />}
        disabled={!isOpen}
        onClick={() => void decline()}
      >
        Decline
      </Menu.Item>
    </>
  );
}
