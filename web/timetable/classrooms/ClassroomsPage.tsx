import { useMemo } from 'react';
import type { classroomEndpoints } from '#contract/timetable/master-data.endpoints.ts';
import type { Classroom } from '#contract/timetable/classroom.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { choicesOf, type FilterOf } from '#web/ui/list/filter.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { RoomClosedItem } from '../away/RoomClosedItem.tsx';
import { ReassignItem } from '../meetings/ReassignItem.tsx';
import { WeekItem } from '../weeks/WeekItem.tsx';
import { useFeatures } from './RoomFeatures.tsx';
import { useRoomColumns } from './closed-today.ts';
import { classroomResource } from '#web/school/classrooms.ts';

const nameOf = ({ room_number }: Classroom) => room_number;

const bySeats: FilterOf<typeof classroomEndpoints.list> = {
  kind: 'select',
  name: 'seats',
  title: 'Seats',
  choices: choicesOf([10, 20, 30, 50, 100, 200], (seats) => `At least ${seats}`),
};

export function ClassroomsPage() {
  const features = useFeatures();
  const columns = useRoomColumns();
  const filters = useMemo<FilterOf<typeof classroomEndpoints.list>[]>(
    () =>
      features.length === 0
        ? [bySeats]
        : [
            bySeats,
            { kind: 'checkbox', name: 'features', title: 'With', choices: choicesOf(features) },
          ],
    [features],
  );
  const can = useCan();
  const options = ({ id }: Classroom, archived: boolean) => (
    <>
      <WeekItem of={{ classroom: String(id) }} />
      {!archived && can('Timetables', 'edit') && (
        <>
          <ReassignItem kind="classroom" id={id} />
          <RoomClosedItem id={id} />
        </>
      )}
    </>
  );
  return (
    <ResourceList
      resource={classroomResource}
      columns={columns}
      defaultSort="room_number"
      filters={filters}
      nameOf={nameOf}
      rowOptions={can('Timetables', 'read') ? options : undefined}
    />
  );
}
