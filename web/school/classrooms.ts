import { classroomEndpoints } from '#contract/timetable/master-data.endpoints.ts';
import type { Classroom } from '#contract/timetable/classroom.ts';
import { roomProblems } from '#contract/timetable/find-time.ts';
import type { ClassTime, RoomThen } from '#contract/timetable/rooms-then.ts';
import { listRoomsThen } from '#contract/timetable/timetable.endpoints.ts';
import type { Column } from '#web/ui/list/column.ts';
import { pickerOf, type PickerSource } from '#web/ui/picker.ts';
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
const roomLabel = ({ room_number, capacity }: Classroom): string =>
  capacity ? `${room_number} (${capacity} seats)` : room_number;

export const classroomPicker = pickerOf({
  title: 'Classroom',
  calls: classroomEndpoints,
  label: roomLabel,
});
/** Rooms for a class at its time, the free ones first; the others say why they are not. */
export const roomsThenPicker = (at: ClassTime): PickerSource => ({
  title: 'Classroom',
  calls: { name: classroomEndpoints.name, list: listRoomsThen, get: classroomEndpoints.get },
  query: at,
  label: (row: Classroom & Partial<RoomThen>) =>
    [
      roomLabel(row),
      ...roomProblems({ takenDates: row.taken_dates ?? 0, closedDates: row.closed_dates ?? 0 }),
    ].join(', '),
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
