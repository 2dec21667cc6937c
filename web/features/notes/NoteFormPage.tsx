import { messages } from '../../../contract/messages.ts';
import { notes, type Note } from '../../../contract/note.ts';
import { useMay, useSession } from '../../app/SessionProvider.tsx';
import { DateField, PickerField, TextAreaField } from '../../ui/form/fields.tsx';
import { ResourceForm } from '../../ui/form/ResourceForm.tsx';
import { classPicker } from '../cohorts/section.tsx';
import { teacherPicker } from '../teachers/section.ts';
import { noteSection } from './section.tsx';

const valuesOf = ({ class_schedule_id, date, teacher_id, note }: Note) => ({ class_schedule_id, date, teacher_id, note });

/** A note of a class on a date; who manages teachers may write it in a teacher's name. */
export function NoteFormPage() {
  const may = useMay();
  const { today } = useSession().config;
  return (
    <ResourceForm
      section={noteSection}
      schema={notes.body}
      empty={{ class_schedule_id: null, date: today, teacher_id: null, note: '' }}
      valuesOf={valuesOf}
      added={messages.noteAdded}
      addFailed={messages.noteFailed}
    >
      <PickerField name="class_schedule_id" label="Class" source={classPicker} description="Search by subject, day, room or teacher" />
      <DateField name="date" label="Date" />
      {may('Teachers', 'read') && <PickerField name="teacher_id" label="Teacher" source={teacherPicker} optional />}
      <TextAreaField name="note" label="Note" />
    </ResourceForm>
  );
}
