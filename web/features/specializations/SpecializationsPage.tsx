import type { Specialization } from '#contract/specialization.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { specializationColumns, specializationResource } from './resource.ts';

const nameOf = ({ specialization }: Specialization) => specialization;

export function SpecializationsPage() {
  return (
    <ResourceList
      resource={specializationResource}
      columns={specializationColumns}
      defaultSort="specialization"
      nameOf={nameOf}
    />
  );
}
