import { archiveTeachers, teacherEndpoints } from '#contract/people/teachers.endpoints.ts';
import type { Teacher } from '#contract/people/teacher.ts';
import type { Column } from '#web/ui/list/column.ts';
import { fullName, shownLastName } from '#contract/person-name.ts';
import { pickerOf } from '#web/ui/picker.ts';
import type { FormResource } from '#web/ui/resource.ts';

export const teacherResource: FormResource<Teacher> = {
  title: 'Teachers',
  singular: 'Teacher',
  path: '/teachers',
  calls: teacherEndpoints,
  permission: 'Teachers',
  archive: archiveTeachers,
  usedByClasses: 'teacher',
  offersWhenNeeded: (id) => [
    {
      label: 'Give the classes to another teacher',
      to: '/timetable/reassign',
      search: { teacher: String(id) },
    },
    { label: 'Teacher away', to: '/teacher-away', search: { teacher: String(id) } },
  ],
};

export const teacherPicker = pickerOf({
  title: 'Teacher',
  calls: teacherEndpoints,
  label: fullName,
  apart: ({ email }) => email,
});

export const teacherColumns: Column<Teacher>[] = [
  { id: 'first_name', title: 'First name', text: (row) => row.first_name, ordering: 'first_name' },
  {
    id: 'last_name',
    title: 'Last name',
    text: (row) => row.last_name,
    printed: shownLastName,
    cell: shownLastName,
    ordering: 'last_name',
  },
  { id: 'email', title: 'E-mail', text: (row) => row.email, ordering: 'email' },
  { id: 'phone', title: 'Phone', text: (row) => row.phone },
];
