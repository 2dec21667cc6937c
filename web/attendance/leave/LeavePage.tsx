import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Leave } from '#contract/attendance/leave.ts';
import { useWaitingRequests, waitingText } from '../leave-requests/useWaitingRequests.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { fullName } from '#contract/person-name.ts';
import { leaveColumns, leaveFilters, leaveResource } from './resource.tsx';

const nameOf = ({ student, leave_from }: Leave) =>
  `the leave of ${fullName(student)} from ${leave_from}`;

export function LeavePage() {
  const waiting = useWaitingRequests();
  return (
    <ResourceList
      resource={leaveResource}
      columns={leaveColumns}
      defaultSort="-leave_from"
      filters={leaveFilters}
      nameOf={nameOf}
      actions={
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/leave-requests" />}>
          {waiting > 0 ? waitingText(waiting) : 'Requests'}
        </Button>
      }
    />
  );
}
