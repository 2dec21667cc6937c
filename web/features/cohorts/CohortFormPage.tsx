import { cohorts, type Cohort } from '../../../contract/cohort.ts';
import { messages } from '../../../contract/messages.ts';
import { useSession } from '../../app/SessionProvider.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { yearChoices } from '../../ui/form/options.ts';
import { ResourceForm } from '../../ui/form/ResourceForm.tsx';
import { ClassesField } from './ClassesField.tsx';
import { cohortSection } from './section.tsx';

const empty = { name: '', year: null, schedules_id: [] };
const valuesOf = ({ name, year, schedules }: Cohort) => ({ name, year, schedules_id: schedules.map(({ id }) => id) });

export function CohortFormPage() {
  const { today } = useSession().config;
  return (
    <ResourceForm
      section={cohortSection}
      schema={cohorts.body}
      empty={empty}
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
