import type { Specialization } from '#contract/timetable/specialization.ts';
import type { specializationEndpoints } from '#contract/timetable/master-data.endpoints.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { coursePicker } from '#web/school/courses.ts';
import { specializationColumns, specializationResource } from './resource.ts';

const filters: FilterOf<typeof specializationEndpoints.list>[] = [
  { kind: 'picker', name: 'course', title: 'Course', source: coursePicker },
];
const nameOf = ({ specialization }: Specialization) => specialization;

export function SpecializationsPage() {
  return (
    <ResourceList
      resource={specializationResource}
      columns={specializationColumns}
      defaultSort="specialization"
      filters={filters}
      nameOf={nameOf}
    />
  );
}
