import { messages } from '#contract/texts.ts';
import { notes, type Note } from '#contract/attendance/note.ts';
import { useCan, useSession } from '#web/platform/SessionProvider.tsx';
import { DateField } from '#web/ui/form/DateField.tsx';
import { PickerField, TextAreaField } from '#web/ui/form/fields.tsx';
import { ResourceForm } from '#web/ui/form/ResourceForm.tsx';
import { classPicker } from '#web/school/cohorts.tsx';
import { teacherPicker } from '#web/school/teachers.ts';
import { noteResource } from './resource.tsx';

const valuesOf = ({ class_schedule_id, date, teacher_id, note }: Note) => ({
  class_schedule_id,
  date,
  teacher_id,
  note,
});

/** A note of a class on a date; users who manage teachers may write it in a teacher's name. */
export function NoteFormPage() {
  const can = useCan();
  const { today } = useSession().config;
  return (
    <ResourceForm
      resource={noteResource}
      schema={notes.body}
      empty={{ class_schedule_id: null, date: today, teacher_id: null, note: '' }}
      valuesOf={valuesOf}
      added={messages.noteAdded}
      addFailed={messages.noteFailed}
    >
      <PickerField
        name="class_schedule_id"
        label="Class"
        source={classPicker}
        description="Search by subject, day, room or teacher"
      />
      <DateField name="date" label="Date" />
      {can('Teachers', 'read') && (
        <PickerField name="teacher_id" label="Teacher" source={teacherPicker} optional />
      )}
      <TextAreaField name="note" label="Note" />
    </ResourceForm>
  );
}
