import { courseEndpoints } from '#contract/timetable/master-data.endpoints.ts';
import type { Course } from '#contract/timetable/course.ts';
import type { Column } from '#web/ui/list/column.ts';
import { pickerOf } from '#web/ui/picker.ts';
import type { FormResource } from '#web/ui/resource.ts';

export const courseResource: FormResource<Course> = {
  title: 'Courses',
  singular: 'Course',
  path: '/courses',
  calls: courseEndpoints,
  permission: 'Courses',
};
export const coursePicker = pickerOf({
  title: 'Course',
  calls: courseEndpoints,
  label: ({ name }) => name,
});
export const courseColumns: Column<Course>[] = [
  { id: 'name', title: 'Name', text: ({ name }) => name, ordering: 'name' },
  { id: 'coordinator', title: 'Coordinator', text: (row) => row.coordinator_email },
];
