import { messages } from '#contract/texts.ts';
import { redList, type RedListEntry } from '#contract/standing/red-list.ts';
import { NumberField, PickerField } from '#web/ui/form/fields.tsx';
import { ResourceForm } from '#web/ui/form/ResourceForm.tsx';
import { studentPicker } from '#web/school/students.tsx';
import { subjectPicker } from '#web/school/subjects.ts';
import { redListResource } from './resource.ts';

const empty = { student: null, subject: null, attendance_percentage: null };

const valuesOf = ({ student, subject, attendance_percentage }: RedListEntry) => ({
  student: student.id,
  subject: subject.id,
  attendance_percentage,
});

/** Fields that the next record mostly shares. */
const keeps = ['subject'];

export function RedListFormPage() {
  return (
    <ResourceForm
      resource={redListResource}
      schema={redList.body}
      empty={empty}
      keeps={keeps}
      valuesOf={valuesOf}
      added={messages.redListAdded}
    >
      <PickerField name="student" label="Student" source={studentPicker} />
      <PickerField name="subject" label="Subject" source={subjectPicker} />
      <NumberField
        name="attendance_percentage"
        label="Attendance percentage"
        decimals={2}
        suffix=" %"
      />
    </ResourceForm>
  );
}
