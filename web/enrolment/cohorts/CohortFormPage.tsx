import { cohorts, type Cohort } from '#contract/enrolment/cohort.ts';
import { messages } from '#contract/texts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import { yearChoices } from '#web/ui/form/options.ts';
import { ResourceForm } from '#web/ui/form/ResourceForm.tsx';
import { ClassesField } from './ClassesField.tsx';
import { cohortResource } from '#web/school/cohorts.tsx';

const empty = { name: '', year: null, schedules_id: [] };
const valuesOf = ({ name, year, schedules }: Cohort) => ({
  name,
  year,
  schedules_id: schedules.map(({ id }) => id),
});

/** Fields that the next record mostly shares. */
const keeps = ['year'];

export function CohortFormPage() {
  const { today } = useSession().config;
  return (
    <ResourceForm
      resource={cohortResource}
      schema={cohorts.body}
      empty={empty}
      keeps={keeps}
      valuesOf={valuesOf}
      added={messages.cohortAdded}
      edited={messages.cohortEdited}
    >
      <TextField name="name" label="Name" />
      <SelectField name="year" label="Year" choices={yearChoices(today)} numeric />
      <ClassesField />
    </ResourceForm>
  );
}
