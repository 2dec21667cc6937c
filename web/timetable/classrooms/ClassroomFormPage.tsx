import { classrooms, type Classroom } from '#contract/timetable/classroom.ts';
import { useEdited } from '#web/ui/search.ts';
import { NumberField, TextField } from '#web/ui/form/fields.tsx';
import { ResourceForm } from '#web/ui/form/ResourceForm.tsx';
import { classroomResource } from '#web/school/classrooms.ts';
import { FeaturesField } from './RoomFeatures.tsx';
import { RoomClosings } from './RoomClosings.tsx';

const empty = { room_number: '', capacity: null, features: [] };
const valuesOf = ({ room_number, capacity, features }: Classroom) => ({
  room_number,
  capacity,
  features,
});

export function ClassroomFormPage() {
  const edit = useEdited();
  return (
    <>
      <ResourceForm
        resource={classroomResource}
        schema={classrooms.body}
        empty={empty}
        valuesOf={valuesOf}
      >
        <TextField name="room_number" label="Room number" />
        <NumberField
          name="capacity"
          label="Capacity"
          description="Seats; 0 for a place without seats"
        />
        <FeaturesField name="features" label="Features" />
      </ResourceForm>
      {edit !== undefined && <RoomClosings key={edit} classroom={Number(edit)} />}
    </>
  );
}
