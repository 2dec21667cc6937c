import type { ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { CardGrid } from './CardGrid.tsx';
import type { Column } from './column.ts';
import { DataTable } from './DataTable.tsx';
import classes from './List.module.css';
import type { ListState } from './useListState.ts';
import type { Selection } from './useSelection.ts';

interface ListRowsProps<Row> {
  title: string;
  rows: Row[];
  columns: Column<Row>[];
  state: ListState;
  defaultSort: string;
  onOrdering: (ordering: string) => void;
  /** The rows are those of the page before, until others have come. */
  isStale: boolean;
  nameOf: (row: Row) => string;
  selection: Selection<Row>;
  options?: (row: Row) => ReactNode;
  onOpen?: (row: Row) => void;
}

/** A page of rows, as a table or as cards. */
export function ListRows<Row extends { id: number }>(props: ListRowsProps<Row>) {
  const { title, rows, columns, state, defaultSort, onOrdering, isStale } = props;
  const common = {
    rows,
    columns,
    nameOf: props.nameOf,
    selected: new Set(props.selection.rows.keys()),
    onSelect: props.selection.select,
    options: props.options,
    onOpen: props.onOpen,
  };
  return (
    <div className={isStale ? classes.stale : undefined} aria-busy={isStale}>
      {state.view === 'card' ? (
        <CardGrid {...common} />
      ) : (
        <DataTable
          {...common}
          label={title}
          first={(state.page - 1) * limits.pageSize + 1}
          ordering={state.ordering || defaultSort}
          onOrdering={onOrdering}
        />
      )}
    </div>
  );
}
