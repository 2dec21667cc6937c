import type { PayCode } from '../../../contract/pay-code.ts';
import { ResourceList } from '../../ui/list/ResourceList.tsx';
import { payCodeColumns, payCodeFilters, payCodeSection } from './section.ts';

const nameOf = ({ paycode }: PayCode) => paycode;

export function PayCodesPage() {
  return <ResourceList section={payCodeSection} columns={payCodeColumns} usualOrder="paycode" filters={payCodeFilters} nameOf={nameOf} />;
}
