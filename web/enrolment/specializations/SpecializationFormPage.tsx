import { specializations, type Specialization } from '#contract/timetable/specialization.ts';
import { TextField } from '#web/ui/form/fields.tsx';
import { ResourceForm } from '#web/ui/form/ResourceForm.tsx';
import { specializationResource } from './resource.ts';

const empty = { specialization: '', specialization_code: '' };
const valuesOf = ({ specialization, specialization_code }: Specialization) => ({
  specialization,
  specialization_code,
});

export function SpecializationFormPage() {
  return (
    <ResourceForm
      resource={specializationResource}
      schema={specializations.body}
      empty={empty}
      valuesOf={valuesOf}
    >
      <TextField name="specialization" label="Specialization" />
      <TextField name="specialization_code" label="Specialization code" />
    </ResourceForm>
  );
}
