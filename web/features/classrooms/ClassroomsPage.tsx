import type { Classroom } from '#contract/classroom.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { ReassignItem } from '../meetings/ReassignItem.tsx';
import { WeekItem } from '../weeks/WeekItem.tsx';
import { classroomColumns, classroomResource } from './resource.ts';

const nameOf = ({ room_number }: Classroom) => room_number;

export function ClassroomsPage() {
  const can = useCan();
  const options = ({ id }: Classroom, archived: boolean) => (
    <>
      <WeekItem of={{ classroom: String(id) }} />
      {!archived && can('Timetables', 'edit') && <ReassignItem kind="classroom" id={id} />}
    </>
  );
  return (
    <ResourceList
      resource={classroomResource}
      columns={classroomColumns}
      defaultSort="room_number"
      nameOf={nameOf}
      rowOptions={can('Timetables', 'read') ? options : undefined}
    />
  );
}
