import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { assignCreate } from '../../../contract/enrolment.ts';
import { messages } from '../../../contract/messages.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { DateField, PickerField } from '../../ui/form/fields.tsx';
import { cohortPicker } from '../cohorts/section.tsx';
import { EnrolForm } from './EnrolForm.tsx';
import { SchedulesChoice } from './SchedulesChoice.tsx';
import { StudentsField } from './StudentsField.tsx';

/** One student or a whole group into a cohort (spec §2, Enroll Student). */
export function CohortEnrolFormPage() {
  const { today } = useSession().config;
  const { cohort, student }: { cohort?: string; student?: string } = useSearch({ strict: false });
  const empty = useMemo(
    () => ({ student: Number(student) ? [Number(student)] : [], cohort: Number(cohort) || null, schedules: null, from_date: today }),
    [cohort, student, today],
  );
  return (
    <EnrolForm
      title="Enroll by cohort"
      path="attendance/studentcohortassignment/create/"
      schema={assignCreate}
      empty={empty}
      done={messages.studentEnrolled}
      submit="Enroll"
    >
      <StudentsField />
      <PickerField name="cohort" label="Cohort" source={cohortPicker} />
      <DateField name="from_date" label="From" description="The first day in the cohort" />
      <SchedulesChoice />
    </EnrolForm>
  );
}
