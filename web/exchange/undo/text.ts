import {
  recordName,
  type OperationKind,
  type OperationState,
} from '#contract/bulk-operation-terms.ts';
import type { BulkOperation } from '#contract/exchange/bulk-operation.ts';
import { countOf, longDate } from '#web/ui/format.ts';

export const kindTitles: Record<OperationKind, string> = {
  import: 'Import',
  upload: 'Upload',
  edit: 'Edit',
  archive: 'Archive',
  restore: 'Restore',
  enrol: 'Enrol',
  transfer: 'Transfer',
  copy: 'Copy',
  undo: 'Undo',
};

export const stateTitles: Record<OperationState, string> = {
  done: 'Done',
  partly: 'Partly undone',
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

type Named = Pick<BulkOperation, 'kind' | 'about' | 'brings_back'>;

/** "Import", "Undo", "Brought back". */
export const kindOf = ({ kind, brings_back }: Omit<Named, 'about'>): string =>
  brings_back ? 'Brought back' : kindTitles[kind];

export const titleOf = (operation: Named): string => `${kindOf(operation)}: ${operation.about}`;

/** What undoing a change is called: an undo is undone to bring its rows back. */
export interface Act {
  title: string;
  verb: string;
  done: string;
}

export function actOf(operation: Named): Act {
  if (operation.brings_back)
    return { title: `Undo again: ${operation.about}`, verb: 'Undo', done: 'undone' };
  return operation.kind === 'undo'
    ? { title: `Bring back: ${operation.about}`, verb: 'Bring back', done: 'brought back' }
    : { title: `Undo ${titleOf(operation)}`, verb: 'Undo', done: 'undone' };
}

type Done = Pick<BulkOperation, 'done_by' | 'kind'>;

/** Commands import, and do nothing else: what else no user has done, the server did. */
export const actorOf = ({ done_by, kind }: Done): string =>
  done_by?.name ?? (kind === 'import' ? 'Command line' : 'Server');

/** The same in a sentence: "by the server". */
export const byActor = (operation: Done): string =>
  `by ${operation.done_by?.name ?? `the ${actorOf(operation).toLowerCase()}`}`;

export const rowsText = (count: number): string =>
  `${countOf(count)} ${count === 1 ? 'row' : 'rows'}`;

export const changesText = (count: number): string =>
  `${countOf(count)} ${count === 1 ? 'change' : 'changes'}`;

/** Dates of labels and reasons in the institute's form: `the last on 2026-11-25`. */
export const withDates = (text: string): string =>
  text.replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, longDate);

/** "and 14 rows that belong to them": rows that stay only because others do. */
export const followersText = (count: number): string =>
  `And ${rowsText(count)} that ${count === 1 ? 'belongs' : 'belong'} to them.`;
