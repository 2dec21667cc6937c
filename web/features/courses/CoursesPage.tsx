import type { Course } from '../../../contract/course.ts';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { courseColumns, courseSection } from './section.ts';

const nameOf = ({ name }: Course) => name;

export function CoursesPage() {
  return <ResourceList section={courseSection} columns={courseColumns} usualOrder="name" nameOf={nameOf} />;
}
