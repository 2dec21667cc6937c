import type { subjectEndpoints } from '#contract/enrolment/subjects.endpoints.ts';
import { useMemo } from 'react';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { studyYearChoices } from '#web/ui/form/options.ts';
import { offeredIf, type FilterOf, type PanelFilter } from '#web/ui/list/filter.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { coursePicker } from '#web/school/courses.ts';
import { specializationPicker } from '../specializations/resource.ts';
import { teacherPicker } from '#web/school/teachers.ts';
import { subjectColumns, subjectResource, subjectTitle } from '#web/school/subjects.ts';

const byYear: FilterOf<typeof subjectEndpoints.list> = {
  kind: 'checkbox',
  name: 'year',
  title: 'Year',
  choices: studyYearChoices,
};
const byOthers: PanelFilter<'course' | 'specialization' | 'teacher'>[] = [
  { kind: 'picker', name: 'course', title: 'Course', source: coursePicker },
  { kind: 'picker', name: 'specialization', title: 'Specialization', source: specializationPicker },
  { kind: 'picker', name: 'teacher', title: 'Teacher', source: teacherPicker },
];

export function SubjectsPage() {
  const picks = useCan()('Subjects', 'edit');
  const filters = useMemo(
    () => [byYear, ...byOthers.map((filter) => offeredIf(picks, filter))],
    [picks],
  );
  return (
    <ResourceList
      resource={subjectResource}
      columns={subjectColumns}
      defaultSort="subject_name"
      filters={filters}
      nameOf={subjectTitle}
    />
  );
}
