import { specializationEndpoints } from '#contract/timetable/master-data.endpoints.ts';
import type { Specialization } from '#contract/timetable/specialization.ts';
import type { Column } from '#web/ui/list/column.ts';
import { pickerOf } from '#web/ui/picker.ts';
import type { FormResource } from '#web/ui/resource.ts';

export const specializationResource: FormResource<Specialization> = {
  title: 'Specialization',
  singular: 'Specialization',
  path: '/specialization',
  calls: specializationEndpoints,
  permission: 'Specialization',
};

export const specializationPicker = pickerOf({
  title: 'Specialization',
  calls: specializationEndpoints,
  label: (row) => `${row.specialization} (${row.specialization_code})`,
});

export const specializationColumns: Column<Specialization>[] = [
  {
    id: 'specialization',
    title: 'Specialization',
    text: (row) => row.specialization,
    ordering: 'specialization',
  },
  {
    id: 'specialization_code',
    title: 'Code',
    text: (row) => row.specialization_code,
    ordering: 'specialization_code',
  },
];
