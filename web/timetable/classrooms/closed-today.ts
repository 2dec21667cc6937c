import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Classroom } from '#contract/timetable/classroom.ts';
import { listRoomClosings } from '#contract/timetable/room-closings.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { classroomColumns } from '#web/school/classrooms.ts';
import { longDate } from '#web/ui/format.ts';
import type { Column } from '#web/ui/list/column.ts';

/** The queries of closings of rooms. */
export const roomClosingsKey = ['room-closings'];

/** The columns of rooms, with one for those that are closed today, if there are any. */
export function useRoomColumns(): Column<Classroom>[] {
  const { today } = useSession().config;
  const maySee = useCan()('Timetables', 'edit');
  const closings = useQuery({
    queryKey: roomClosingsKey,
    queryFn: ({ signal }) => request(listRoomClosings, { query: {}, signal }),
    // Teachers do not read the closings.
    enabled: maySee,
  }).data?.results;
  return useMemo(() => {
    const now = (closings ?? []).filter(
      ({ closed_from, closed_to }) => closed_from <= today && today <= closed_to,
    );
    if (now.length === 0) return classroomColumns;
    const textOf = ({ id }: Classroom) => {
      const [until] = now
        .flatMap(({ classroom, closed_to }) => (classroom.id === id ? closed_to : []))
        .toSorted()
        .toReversed();
      if (until === undefined) return '';
      return until === today ? 'Closed today' : `Closed until ${longDate(until)}`;
    };
    return [...classroomColumns, { id: 'closed', title: 'Closed', text: textOf }];
  }, [closings, today]);
}
