import type { Specialization } from '../../../contract/specialization.ts';
import type { Column } from '../../ui/list/column.ts';
import { pickerOf } from '../../ui/picker.ts';
import type { SectionInfo } from '../../ui/section.ts';

export const specializationSection: SectionInfo = {
  title: 'Specialization',
  one: 'Specialization',
  path: '/specialization',
  api: 'specializations',
  resource: 'Specialization',
};

export const specializationPicker = pickerOf<Specialization>({
  title: 'Specialization',
  api: 'specializations',
  label: (row) => `${row.specialization} (${row.specialization_code})`,
});

export const specializationColumns: Column<Specialization>[] = [
  { id: 'specialization', title: 'Specialization', text: (row) => row.specialization, ordering: 'specialization' },
  { id: 'specialization_code', title: 'Code', text: (row) => row.specialization_code, ordering: 'specialization_code' },
];
