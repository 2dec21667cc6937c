import { messages } from '../../../contract/messages.ts';
import { specializations, type Specialization } from '../../../contract/specialization.ts';
import { TextField } from '../../ui/form/fields.tsx';
import { ResourceForm } from '../../ui/form/ResourceForm.tsx';
import { specializationSection } from './section.ts';

const empty = { specialization: '', specialization_code: '' };
const valuesOf = ({ specialization, specialization_code }: Specialization) => ({ specialization, specialization_code });

export function SpecializationFormPage() {
  return (
    <ResourceForm
      section={specializationSection}
      schema={specializations.body}
      empty={empty}
      valuesOf={valuesOf}
      added={messages.specializationAdded}
    >
      <TextField name="specialization" label="Specialization" />
      <TextField name="specialization_code" label="Specialization code" />
    </ResourceForm>
  );
}
