import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { limits } from '#contract/limits.ts';
import { classroomEndpoints } from '#contract/timetable/master-data.endpoints.ts';
import type { ClassTime } from '#contract/timetable/rooms-then.ts';
import { request } from '#web/platform/api.ts';
import { useFormState } from '#web/ui/form/form-context.ts';
import { PickerField } from '#web/ui/form/fields.tsx';
import { OrderedPicksField } from '#web/ui/form/OrderedPicksField.tsx';
import { idsIn } from '#web/ui/form/ordered-picks.ts';
import type { PickerSource } from '#web/ui/picker.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { useEdited } from '#web/ui/search.ts';
import { classroomPicker, classroomResource, roomsThenPicker } from '#web/school/classrooms.ts';
import { classTimeOf } from './clashes.tsx';
import { seatsText } from './further-values.ts';

/** Debounce of the fields of the time, in milliseconds. */
const pauseMs = 250;

/** All rooms or, once the time of the class is chosen, those that are free then first. */
function useRooms(): PickerSource {
  const time = classTimeOf(useFormState().form.values, useEdited());
  const [settled] = useDebouncedValue(time && JSON.stringify(time), pauseMs);
  return useMemo(
    () => (settled ? roomsThenPicker(JSON.parse(settled) as ClassTime) : classroomPicker),
    [settled],
  );
}

/**
 * The room of a class, and further ones with the seats of all together (R-CLASS-8); the free ones
 * are offered first (R-CLASS-9).
 */
export function RoomFields() {
  const rooms = useRooms();
  return (
    <div>
      <PickerField name="classroom_id" label="Classroom" source={rooms} />
      <OrderedPicksField
        name="more_rooms"
        label="Further rooms"
        one="room"
        source={rooms}
        first="classroom_id"
      >
        <Seats />
      </OrderedPicksField>
    </div>
  );
}

function Seats() {
  const { classroom_id, more_rooms } = useFormState().form.values;
  const ids = [...idsIn([classroom_id]), ...idsIn(more_rooms)];
  const { data } = useQuery({
    queryKey: resourceKey(classroomResource, 'seats', ids),
    queryFn: ({ signal }) =>
      request(classroomEndpoints.list, {
        query: { id: ids.join(','), limit: limits.furtherOfClass + 1 },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  if (data?.results.length !== ids.length) return null;
  return <Text size="sm">{seatsText(data.results)}</Text>;
}
