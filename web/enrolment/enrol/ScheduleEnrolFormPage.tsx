import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { enrolStudents } from '#contract/enrolment/enrolment.endpoints.ts';
import { enrolCreate } from '#contract/enrolment/enrolment.ts';
import { messages } from '#contract/texts.ts';
import { DateField } from '#web/ui/form/DateField.tsx';
import { PickerField } from '#web/ui/form/fields.tsx';
import { classPicker } from '#web/school/cohorts.tsx';
import { defaultFirstDay, EnrolForm } from './EnrolForm.tsx';
import { StudentsField } from './StudentsField.tsx';

/** Enrols students in one weekly class. */
export function ScheduleEnrolFormPage() {
  const { id } = useSearch({ from: '/enroll-by-schedule/add' });
  const empty = useMemo(
    () => ({ student_id: [], class_schedule_id: Number(id) || null, from_date: '' }),
    [id],
  );
  return (
    <EnrolForm
      title="Enroll by schedule"
      endpoint={enrolStudents}
      schema={enrolCreate}
      empty={empty}
      done={messages.studentEnrolled}
      submit="Enroll"
    >
      <StudentsField field="student_id" />
      <PickerField name="class_schedule_id" label="Schedule" source={classPicker} />
      <DateField
        name="from_date"
        label="From"
        optional
        description={`The first day in the class. ${defaultFirstDay}`}
      />
    </EnrolForm>
  );
}
