import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { enrolCreate } from '../../../contract/enrolment.ts';
import { messages } from '../../../contract/messages.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { DateField, PickerField } from '../../ui/form/fields.tsx';
import { classPicker } from '../cohorts/section.tsx';
import { EnrolForm } from './EnrolForm.tsx';
import { StudentsField } from './StudentsField.tsx';

/** Students into one weekly class. */
export function ScheduleEnrolFormPage() {
  const { today } = useSession().config;
  const { id }: { id?: string } = useSearch({ strict: false });
  const empty = useMemo(() => ({ student_id: [], class_schedule_id: Number(id) || null, from_date: today }), [id, today]);
  return (
    <EnrolForm
      title="Enroll by schedule"
      path="attendance/studentassignment/create/"
      schema={enrolCreate}
      empty={empty}
      done={messages.studentEnrolled}
      submit="Enroll"
    >
      <StudentsField field="student_id" />
      <PickerField name="class_schedule_id" label="Schedule" source={classPicker} />
      <DateField name="from_date" label="From" description="The first day in the class" />
    </EnrolForm>
  );
}
