import type { Classroom } from '../../../contract/classroom.ts';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { classroomColumns, classroomSection } from './section.ts';

const nameOf = ({ room_number }: Classroom) => room_number;

export function ClassroomsPage() {
  return <ResourceList section={classroomSection} columns={classroomColumns} usualOrder="room_number" nameOf={nameOf} />;
}
