import { bulkOperationEndpoints } from '#contract/exchange/bulk-operations.endpoints.ts';
import { operationKinds } from '#contract/bulk-operation-terms.ts';
import type { BulkOperation } from '#contract/exchange/bulk-operation.ts';
import type { Column } from '#web/ui/list/column.ts';
import type { FilterOf } from '#web/ui/list/filter.ts';
import { moment } from '#web/ui/format.ts';
import type { ResourceInfo } from '#web/ui/resource.ts';
import { actorOf, countsText, kindOf, kindTitles, stateTitles } from './text.ts';

export const operationResource: ResourceInfo<BulkOperation> = {
  title: 'Change history',
  singular: 'Recorded change',
  path: '/change-history',
  calls: bulkOperationEndpoints,
  permission: 'Settings',
  archivable: false,
  addPath: null,
};

export const operationFilters: FilterOf<typeof bulkOperationEndpoints.list>[] = [
  { kind: 'dates', name: 'from_date', until: 'to_date', title: 'Date' },
  {
    kind: 'checkbox',
    name: 'kind',
    title: 'Kind',
    choices: operationKinds.map((value) => ({ value, label: kindTitles[value] })),
  },
];

export const operationColumns = (timeZone: string): Column<BulkOperation>[] => [
  { id: 'at', title: 'When', text: (row) => moment(row.done_at, timeZone), ordering: 'at' },
  { id: 'by', title: 'Who', text: (row) => actorOf(row) },
  { id: 'kind', title: 'Kind', text: kindOf },
  { id: 'about', title: 'What', text: (row) => row.about, wraps: true },
  { id: 'counts', title: 'Rows', text: (row) => countsText(row.counts), wraps: true },
  { id: 'state', title: 'State', text: (row) => stateTitles[row.state] },
];
