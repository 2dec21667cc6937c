import type { Classroom } from '../../../contract/classroom.ts';
import type { Column } from '../../ui/list/column.ts';
import { pickerOf } from '../../ui/picker.ts';
import type { SectionInfo } from '../../ui/section.ts';

export const classroomSection: SectionInfo = { title: 'Classroom', one: 'Classroom', path: '/classroom', api: 'classroom', resource: 'Classroom' };
export const classroomPicker = pickerOf<Classroom>({
  title: 'Classroom',
  api: 'classroom',
  label: ({ room_number, capacity }) => (capacity ? `${room_number} (${capacity} seats)` : room_number),
});
export const classroomColumns: Column<Classroom>[] = [
  { id: 'room_number', title: 'Room number', text: (row) => row.room_number, ordering: 'room_number' },
  { id: 'capacity', title: 'Capacity', text: (row) => row.capacity, ordering: 'capacity', numeric: true },
];
