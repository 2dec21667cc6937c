import type { Course } from '#contract/timetable/course.ts';
import type { courseEndpoints } from '#contract/timetable/master-data.endpoints.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { specializationPicker } from '../specializations/resource.ts';
import { courseColumns, courseResource } from '#web/school/courses.ts';

const filters: FilterOf<typeof courseEndpoints.list>[] = [
  { kind: 'picker', name: 'specialization', title: 'Specialization', source: specializationPicker },
  {
    kind: 'select',
    name: 'has_coordinator',
    title: 'Coordinator',
    choices: [
      { value: 'true', label: 'With a coordinator' },
      { value: 'false', label: 'Without a coordinator' },
    ],
  },
];
const nameOf = ({ name }: Course) => name;

export function CoursesPage() {
  return (
    <ResourceList
      resource={courseResource}
      columns={courseColumns}
      defaultSort="name"
      filters={filters}
      nameOf={nameOf}
    />
  );
}
