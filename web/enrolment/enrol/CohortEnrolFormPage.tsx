import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { enrolByCohort } from '#contract/enrolment/enrolment.endpoints.ts';
import { assignCreate } from '#contract/enrolment/enrolment.ts';
import { messages } from '#contract/texts.ts';
import { DateField } from '#web/ui/form/DateField.tsx';
import { PickerField } from '#web/ui/form/fields.tsx';
import { cohortPicker } from '#web/school/cohorts.tsx';
import { defaultFirstDay, EnrolForm } from './EnrolForm.tsx';
import { SchedulesChoice } from './SchedulesChoice.tsx';
import { StudentsField } from './StudentsField.tsx';

/** Enrols a student or a group in a cohort (R-ENROL-4). */
export function CohortEnrolFormPage() {
  const { cohort, student } = useSearch({ from: '/enroll-by-cohort/add' });
  const empty = useMemo(
    () => ({
      student: Number(student) ? [Number(student)] : [],
      cohort: Number(cohort) || null,
      schedules: null,
      from_date: '',
    }),
    [cohort, student],
  );
  return (
    <EnrolForm
      title="Enroll by cohort"
      endpoint={enrolByCohort}
      schema={assignCreate}
      empty={empty}
      done={messages.studentEnrolled}
      submit="Enroll"
    >
      <StudentsField />
      <PickerField name="cohort" label="Cohort" source={cohortPicker} />
      <DateField
        name="from_date"
        label="From"
        optional
        description={`The first day in the cohort. ${defaultFirstDay}`}
      />
      <SchedulesChoice />
    </EnrolForm>
  );
}
