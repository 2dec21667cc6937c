import type { Leave } from '../../../contract/leave.ts';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { fullName } from '../../ui/names.ts';
import { leaveColumns, leaveFilters, leaveSection } from './section.tsx';

const nameOf = ({ student, leave_from }: Leave) => `the leave of ${fullName(student)} from ${leave_from}`;

export function LeavePage() {
  return <ResourceList section={leaveSection} columns={leaveColumns} usualOrder="-leave_from" filters={leaveFilters} nameOf={nameOf} />;
}
