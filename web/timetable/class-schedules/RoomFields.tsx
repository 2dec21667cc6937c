import { Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { limits } from '#contract/limits.ts';
import { classroomEndpoints } from '#contract/timetable/master-data.endpoints.ts';
import { request } from '#web/platform/api.ts';
import { useFormState } from '#web/ui/form/form-context.ts';
import { PickerField } from '#web/ui/form/fields.tsx';
import { OrderedPicksField } from '#web/ui/form/OrderedPicksField.tsx';
import { idsIn } from '#web/ui/form/ordered-picks.ts';
import { resourceKey } from '#web/ui/resource.ts';
import { classroomPicker, classroomResource } from '#web/school/classrooms.ts';
import { seatsText } from './further-values.ts';

/** The room of a class, and further ones with the seats of all together (R-CLASS-8). */
export function RoomFields() {
  return (
    <div>
      <PickerField name="classroom_id" label="Classroom" source={classroomPicker} />
      <OrderedPicksField
        name="more_rooms"
        label="Further rooms"
        one="room"
        source={classroomPicker}
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
