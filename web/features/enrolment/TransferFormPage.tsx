import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { transferCreate } from '../../../contract/enrolment.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { DateField, PickerField } from '../../ui/form/fields.tsx';
import { cohortPicker } from '../cohorts/section.tsx';
import { EnrolForm } from './EnrolForm.tsx';
import { StudentsField } from './StudentsField.tsx';

/** Students of one cohort move to another from a day on. */
export function TransferFormPage() {
  const { today } = useSession().config;
  const { cohort, student }: { cohort?: string; student?: string } = useSearch({ strict: false });
  const empty = useMemo(
    () => ({ student: Number(student) ? [Number(student)] : [], from_cohort: Number(cohort) || null, to_cohort: null, from_date: today }),
    [cohort, student, today],
  );
  return (
    <EnrolForm
      title="Transfer to another cohort"
      path="attendance/cohort-transfers/create/"
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
        description="The first day in the new cohort: the old classes end the day before, rolls until then stay"
      />
    </EnrolForm>
  );
}
