import type { Specialization } from '../../../contract/specialization.ts';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { specializationColumns, specializationSection } from './section.ts';

const nameOf = ({ specialization }: Specialization) => specialization;

export function SpecializationsPage() {
  return <ResourceList section={specializationSection} columns={specializationColumns} usualOrder="specialization" nameOf={nameOf} />;
}
