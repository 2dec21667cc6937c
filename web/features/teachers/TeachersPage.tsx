import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { fullName } from '../../ui/names.ts';
import { teacherColumns, teacherSection } from './section.ts';

export function TeachersPage() {
  return <ResourceList section={teacherSection} columns={teacherColumns} usualOrder="first_name" nameOf={fullName} />;
}
