import type { Course } from '#contract/course.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { courseColumns, courseResource } from './resource.ts';

const nameOf = ({ name }: Course) => name;

export function CoursesPage() {
  return (
    <ResourceList
      resource={courseResource}
      columns={courseColumns}
      defaultSort="name"
      nameOf={nameOf}
    />
  );
}
