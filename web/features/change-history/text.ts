import {
  recordName,
  type OperationKind,
  type OperationState,
} from '#contract/bulk-operation-terms.ts';
import type { BulkOperation } from '#contract/bulk-operation.ts';
import { countOf } from '#web/ui/format.ts';

export const kindTitles: Record<OperationKind, string> = {
  import: 'Import',
  upload: 'Upload',
  edit: 'Edit',
  archive: 'Archive',
  restore: 'Restore',
  enrol: 'Enrol',
  transfer: 'Transfer',
  undo: 'Undo',
};

export const stateTitles: Record<OperationState, string> = {
  done: 'Done',
  partly: 'Undone in part',
  undone: 'Undone',
  expired: 'Values no longer stored',
};

/** "2 students added, 1 class changed". */
export const countsText = (counts: BulkOperation['counts']): string =>
  Object.entries(counts)
    .flatMap(([table, { added, changed, removed }]) =>
      (
        [
          ['added', added],
          ['changed', changed],
          ['removed', removed],
        ] as const
      ).flatMap(([verb, count]) =>
        count ? [`${countOf(count)} ${recordName(table, count)} ${verb}`] : [],
      ),
    )
    .join(', ') || 'nothing';

export const titleOf = ({ kind, about }: Pick<BulkOperation, 'kind' | 'about'>): string =>
  `${kindTitles[kind]}: ${about}`;

export const rowsText = (count: number): string =>
  `${countOf(count)} ${count === 1 ? 'row' : 'rows'}`;

export const changesText = (count: number): string =>
  `${countOf(count)} ${count === 1 ? 'change' : 'changes'}`;
