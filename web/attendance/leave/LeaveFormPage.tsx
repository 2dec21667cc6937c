import { leaveCreate, leaveRule, leaves, type Leave } from '#contract/attendance/leave.ts';
import { useSearch } from '@tanstack/react-router';
import { DateField } from '#web/ui/form/DateField.tsx';
import { PickerField, TextAreaField, TextField } from '#web/ui/form/fields.tsx';
import { FileField } from '#web/ui/form/FileField.tsx';
import { ResourceForm } from '#web/ui/form/ResourceForm.tsx';
import { studentPicker } from '#web/school/students.tsx';
import { confirmLeave, leaveQuestion } from './effect.ts';
import { leaveResource } from './resource.tsx';

const empty = {
  student_id: null,
  leave_from: '',
  leave_to: '',
  faculty_email: '',
  reason_for_leave: '',
  supporting_document: null,
};

const valuesOf = ({
  student_id,
  leave_from,
  leave_to,
  faculty_email,
  reason_for_leave,
  supporting_document,
}: Leave) => ({
  student_id,
  leave_from,
  leave_to,
  faculty_email,
  reason_for_leave,
  supporting_document,
});

/** Fields that the next record mostly shares. */
const keeps = ['leave_from', 'leave_to', 'faculty_email', 'reason_for_leave'];

export function LeaveFormPage() {
  const { edit } = useSearch({ from: '/leave/add' });
  return (
    <ResourceForm
      resource={leaveResource}
      // An imported leave has no document; editing it does not require one.
      schema={edit === undefined ? leaveCreate : leaves.body}
      rule={leaveRule}
      empty={empty}
      keeps={keeps}
      valuesOf={valuesOf}
      beforeSave={confirmLeave}
      saveText={leaveQuestion}
    >
      <PickerField name="student_id" label="Student" source={studentPicker} />
      <DateField name="leave_from" label="Leave from" />
      <DateField name="leave_to" label="Leave to" description="The last day of the leave" />
      <TextField name="faculty_email" label="Faculty e-mail" type="email" />
      <TextAreaField name="reason_for_leave" label="Reason for leave" />
      <FileField
        name="supporting_document"
        label="Supporting document"
        category="leave-application"
      />
    </ResourceForm>
  );
}
