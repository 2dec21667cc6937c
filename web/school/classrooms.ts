import { classroomEndpoints } from '#contract/timetable/master-data.endpoints.ts';
import type { Classroom } from '#contract/timetable/classroom.ts';
import type { Column } from '#web/ui/list/column.ts';
import { pickerOf } from '#web/ui/picker.ts';
import type { FormResource } from '#web/ui/resource.ts';

export const classroomResource: FormResource<Classroom> = {
  title: 'Classroom',
  singular: 'Classroom',
  path: '/classroom',
  calls: classroomEndpoints,
  permission: 'Classroom',
  usedByClasses: 'classroom',
  offersWhenNeeded: (id) => [
    {
      label: 'Move the classes to another room',
      to: '/timetable/reassign',
      search: { classroom: String(id) },
    },
  ],
};
export const classroomPicker = pickerOf({
  title: 'Classroom',
  calls: classroomEndpoints,
  label: ({ room_number, capacity }) =>
    capacity ? `${room_number} (${capacity} seats)` : room_number,
});
export const classroomColumns: Column<Classroom>[] = [
  {
    id: 'room_number',
    title: 'Room number',
    text: (row) => row.room_number,
    ordering: 'room_number',
  },
  {
    id: 'capacity',
    title: 'Capacity',
    text: (row) => row.capacity,
    ordering: 'capacity',
    numeric: true,
  },
  { id: 'features', title: 'Features', text: (row) => row.features.join(', ') },
];
