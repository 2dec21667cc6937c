import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { transferStudents } from '#contract/enrolment/enrolment.endpoints.ts';
import { transferCreate } from '#contract/enrolment/enrolment.ts';
import { DateField } from '#web/ui/form/DateField.tsx';
import { PickerField } from '#web/ui/form/fields.tsx';
import { cohortPicker } from '#web/school/cohorts.tsx';
import { defaultFirstDay, EnrolForm } from './EnrolForm.tsx';
import { StudentsField } from './StudentsField.tsx';

/** Transfers students to another cohort from a day on. */
export function TransferFormPage() {
  const { cohort, student } = useSearch({ from: '/cohort-transfer/add' });
  const empty = useMemo(
    () => ({
      student: Number(student) ? [Number(student)] : [],
      from_cohort: Number(cohort) || null,
      to_cohort: null,
      from_date: '',
    }),
    [cohort, student],
  );
  return (
    <EnrolForm
      title="Transfer to another cohort"
      endpoint={transferStudents}
      schema={transferCreate}
      empty={empty}
      done="Students transferred"
      submit="Transfer"
    >
      <StudentsField />
      <PickerField name="from_cohort" label="From cohort" source={cohortPicker} />
      <PickerField name="to_cohort" label="To cohort" source={cohortPicker} />
      <DateField
        name="from_date"
        label="From"
        optional
        description={`The first day in the new cohort: the old classes end the day before, rolls until then stay. ${defaultFirstDay}`}
      />
    </EnrolForm>
  );
}
