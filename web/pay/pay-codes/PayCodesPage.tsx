import type { PayCode } from '#contract/pay/pay-code.ts';
import { ResourceList } from '#web/ui/list/ResourceList.tsx';
import { payCodeColumns, payCodeFilters, payCodeResource } from '#web/school/pay-codes.ts';

const nameOf = ({ paycode }: PayCode) => paycode;

export function PayCodesPage() {
  return (
    <ResourceList
      resource={payCodeResource}
      columns={payCodeColumns}
      defaultSort="paycode"
      filters={payCodeFilters}
      nameOf={nameOf}
    />
  );
}
