import type { Classroom } from '#contract/classroom.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { ReassignItem } from '../meetings/ReassignItem.tsx';
import { classroomColumns, classroomResource } from './resource.ts';

const nameOf = ({ room_number }: Classroom) => room_number;
const timetableOptions = ({ id }: Classroom, archived: boolean) =>
  !archived && <ReassignItem kind="classroom" id={id} />;

export function ClassroomsPage() {
  const can = useCan();
  return (
    <ResourceList
      resource={classroomResource}
      columns={classroomColumns}
      defaultSort="room_number"
      nameOf={nameOf}
      rowOptions={can('Timetables', 'edit') ? timetableOptions : undefined}
    />
  );
}
