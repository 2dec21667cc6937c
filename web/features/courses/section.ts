import type { Course } from '../../../contract/course.ts';
import type { Column } from '../../ui/list/column.ts';
import { pickerOf } from '../../ui/picker.ts';
import type { SectionInfo } from '../../ui/section.ts';

export const courseSection: SectionInfo = { title: 'Courses', one: 'Course', path: '/courses', api: 'courses', resource: 'Courses' };
export const coursePicker = pickerOf<Course>({ title: 'Course', api: 'courses', label: ({ name }) => name });
export const courseColumns: Column<Course>[] = [{ id: 'name', title: 'Name', text: ({ name }) => name, ordering: 'name' }];
