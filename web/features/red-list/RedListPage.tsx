import type { RedListEntry } from '../../../contract/red-list.ts';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { fullName } from '../../ui/names.ts';
import { redListColumns, redListFilters, redListSection } from './section.ts';

const nameOf = ({ student, subject }: RedListEntry) => `${fullName(student)} in ${subject.subject_code}`;

export function RedListPage() {
  return <ResourceList section={redListSection} columns={redListColumns} usualOrder="student" filters={redListFilters} nameOf={nameOf} />;
}
