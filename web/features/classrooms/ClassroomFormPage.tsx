import { classrooms, type Classroom } from '../../../contract/classroom.ts';
import { messages } from '../../../contract/messages.ts';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import { ResourceForm } from '../../ui/form/ResourceForm.tsx';
import { classroomSection } from './section.ts';

const empty = { room_number: '', capacity: null };
const valuesOf = ({ room_number, capacity }: Classroom) => ({ room_number, capacity });

export function ClassroomFormPage() {
  return (
    <ResourceForm section={classroomSection} schema={classrooms.body} empty={empty} valuesOf={valuesOf} added={messages.classroomAdded}>
      <TextField name="room_number" label="Room number" />
      <NumberField name="capacity" label="Capacity" description="Seats; 0 for a place without seats" />
    </ResourceForm>
  );
}
