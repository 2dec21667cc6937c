import { messages } from '../../../contract/messages.ts';
import { redList, type RedListEntry } from '../../../contract/red-list.ts';
import { NumberField, PickerField } from '../../ui/form/fields.tsx';
import { ResourceForm } from '../../ui/form/ResourceForm.tsx';
import { studentPicker } from '../students/picker.tsx';
import { subjectPicker } from '../subjects/section.ts';
import { redListSection } from './section.ts';

const empty = { student: null, subject: null, attendance_percentage: null };

const valuesOf = ({ student, subject, attendance_percentage }: RedListEntry) => ({
  student: student.id,
  subject: subject.id,
  attendance_percentage,
});

export function RedListFormPage() {
  return (
    <ResourceForm section={redListSection} schema={redList.body} empty={empty} valuesOf={valuesOf} added={messages.redListAdded}>
      <PickerField name="student" label="Student" source={studentPicker} />
      <PickerField name="subject" label="Subject" source={subjectPicker} />
      <NumberField name="attendance_percentage" label="Attendance percentage" decimals={2} suffix=" %" />
    </ResourceForm>
  );
}
