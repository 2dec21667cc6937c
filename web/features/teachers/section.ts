import type { Teacher } from '../../../contract/teacher.ts';
import type { Column } from '../../ui/list/column.ts';
import { fullName } from '../../ui/names.ts';
import { pickerOf } from '../../ui/picker.ts';
import type { SectionInfo } from '../../ui/section.ts';

export const teacherSection: SectionInfo = {
  title: 'Teachers',
  one: 'Teacher',
  path: '/teachers',
  api: 'teachers',
  resource: 'Teachers',
  archiveByDelete: true,
};

export const teacherPicker = pickerOf<Teacher>({ title: 'Teacher', api: 'teachers', label: fullName });

export const teacherColumns: Column<Teacher>[] = [
  { id: 'first_name', title: 'First name', text: (row) => row.first_name, ordering: 'first_name' },
  { id: 'last_name', title: 'Last name', text: (row) => row.last_name, ordering: 'last_name' },
  { id: 'email', title: 'E-mail', text: (row) => row.email, ordering: 'email' },
  { id: 'phone', title: 'Phone', text: (row) => row.phone },
];
