import { useMemo } from 'react';
import { useMay } from '../../app/SessionProvider.tsx';
import { studyYearChoices } from '../../ui/form/options.ts';
import type { Filter } from '../../ui/list/filter.ts';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { coursePicker } from '../courses/section.ts';
import { specializationPicker } from '../specializations/section.ts';
import { teacherPicker } from '../teachers/section.ts';
import { subjectColumns, subjectSection, subjectTitle } from './section.ts';

const byYear: Filter = { kind: 'checkbox', name: 'year', title: 'Year', choices: studyYearChoices };
const byOthers: Filter[] = [
  { kind: 'picker', name: 'course', title: 'Course', source: coursePicker },
  { kind: 'picker', name: 'specialization', title: 'Specialization', source: specializationPicker },
  { kind: 'picker', name: 'teacher', title: 'Teacher', source: teacherPicker },
];

export function SubjectsPage() {
  const picks = useMay()('Subjects', 'edit');
  const filters = useMemo(() => (picks ? [byYear, ...byOthers] : [byYear]), [picks]);
  return <ResourceList section={subjectSection} columns={subjectColumns} usualOrder="subject_name" filters={filters} nameOf={subjectTitle} />;
}
