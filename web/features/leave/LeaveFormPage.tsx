import { leaveCreate, leaveRule, leaves, type Leave } from '../../../contract/leave.ts';
import { messages } from '../../../contract/messages.ts';
import { useSearch } from '@tanstack/react-router';
import { DateField, PickerField, TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { FileField } from '../../ui/form/FileField.tsx';
import { ResourceForm } from '../../ui/form/ResourceForm.tsx';
import { studentPicker } from '../students/picker.tsx';
import { leaveSection } from './section.tsx';

const empty = { student_id: null, leave_from: '', leave_to: '', faculty_email: '', reason_for_leave: '', supporting_document: null };

const valuesOf = ({ student_id, leave_from, leave_to, faculty_email, reason_for_leave, supporting_document }: Leave) => ({
  student_id,
  leave_from,
  leave_to,
  faculty_email,
  reason_for_leave,
  supporting_document,
});

export function LeaveFormPage() {
  const { edit }: { edit?: string } = useSearch({ strict: false });
  return (
    <ResourceForm
      section={leaveSection}
      // A leave that came by import has no document; editing it does not ask for one.
      schema={edit === undefined ? leaveCreate : leaves.body}
      rule={leaveRule}
      empty={empty}
      valuesOf={valuesOf}
      added={messages.leaveAdded}
    >
      <PickerField name="student_id" label="Student" source={studentPicker} />
      <DateField name="leave_from" label="Leave from" />
      <DateField name="leave_to" label="Leave to" description="The last day of the leave" />
      <TextField name="faculty_email" label="Faculty e-mail" type="email" />
      <TextAreaField name="reason_for_leave" label="Reason for leave" />
      <FileField name="supporting_document" label="Supporting document" category="leave-application" />
    </ResourceForm>
  );
}
