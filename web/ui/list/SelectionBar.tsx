import type { ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import { asError } from '#web/platform/as-error.ts';
import type { ResourceInfo } from '../resource.ts';
import { toast, workingToast } from '../toasts.ts';
import { BulkBar } from './BulkBar.tsx';
import type { ListState } from './useListState.ts';
import type { ListActions } from './useListActions.ts';
import type { ListRights } from './useListRights.ts';
import { allRows } from './useRows.ts';
import type { Selection } from './useSelection.ts';

interface SelectionBarProps<Row> {
  resource: ResourceInfo<Row>;
  state: ListState;
  /** The rows of this page, and the number of all. */
  page: Row[];
  total: number;
  selection: Selection<Row>;
  /** The ids of the records of the selected rows that this user may change; some rows have none. */
  records: number[];
  rights: ListRights;
  rowActions: ListActions;
  /** Further actions of the resource. */
  children?: ReactNode;
}

/** Selects all rows of the list, and archives, restores or deletes the selected ones. */
export function SelectionBar<Row extends { id: number }>(props: SelectionBarProps<Row>) {
  const { resource, state, page, total, selection, records, rights, rowActions, children } = props;
  const ids = [...selection.rows.keys()];
  const what = `${records.length} ${(records.length === 1 ? resource.singular : resource.title).toLowerCase()}`;
  const deselectWhenDone = (done: boolean) => done && selection.deselect(ids);

  async function selectAll() {
    const finish = workingToast(messages.fetching);
    try {
      selection.select(await allRows<Row>(resource, state, limits.mostRows, () => {}), true);
    } catch (error) {
      toast('error', `${messages.fetchFailed}: ${asError(error).message}`);
    } finally {
      finish();
    }
  }

  return (
    <BulkBar
      count={ids.length}
      archived={state.archived}
      canDelete={
        rights.canDelete &&
        (resource.bulkRemove ? records.length > 0 : records.length === 1 && ids.length === 1)
      }
      canArchive={rights.canArchive && records.length > 0}
      total={total}
      wholePage={page.length > 0 && page.every((row) => selection.rows.has(row.id))}
      selectAll={() => void selectAll()}
      clear={selection.clear}
      archive={() => void rowActions.archive(records, what).then(deselectWhenDone)}
      restore={() => void rowActions.restore(records).then(deselectWhenDone)}
      remove={() => void rowActions.remove(records, what).then(deselectWhenDone)}
    >
      {children}
    </BulkBar>
  );
}
