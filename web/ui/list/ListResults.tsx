import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import type { ResourceInfo } from '../resource.ts';
import type { Column } from './column.ts';
import { ListRows } from './ListRows.tsx';
import { ListStatus } from './ListStatus.tsx';
import { NoRows } from './NoRows.tsx';
import { Paging } from './Paging.tsx';
import type { Change, ListState } from './useListState.ts';
import type { Selection } from './useSelection.ts';

interface ListResultsProps<Row> {
  resource: Pick<ResourceInfo, 'title'>;
  read: UseQueryResult<{ results: Row[]; total: number }>;
  columns: Column<Row>[];
  state: ListState;
  change: (change: Change) => void;
  /** The filters that an empty list offers to clear. */
  filterNames: string[];
  defaultSort: string;
  nameOf: (row: Row) => string;
  selection: Selection<Row>;
  options?: (row: Row) => ReactNode;
  onOpen?: (row: Row) => void;
  /** Shown where there are no rows. */
  children: ReactNode;
}

/** The page of rows that was read, why there is none, and the way to the other pages. */
export function ListResults<Row extends { id: number }>(props: ListResultsProps<Row>) {
  const { resource, read, columns, state, change, filterNames, children } = props;
  const found = read.data?.results ?? [];
  const total = read.data?.total ?? 0;
  const pages = Math.ceil(total / limits.pageSize);
  const withoutFilters = Object.fromEntries(filterNames.map((name) => [name, undefined]));
  return (
    <>
      <ListStatus read={read} state={state} change={change} />
      {read.data && found.length === 0 && (
        <NoRows
          title={resource.title}
          archived={state.archived}
          pages={pages}
          isShaped={Boolean(state.search) || filterNames.some((name) => state.filters[name])}
          goToLastPage={() => change({ page: pages })}
          clearShape={() => change({ search: undefined, ...withoutFilters })}
        >
          {children}
        </NoRows>
      )}
      {found.length > 0 && (
        <ListRows
          title={resource.title}
          rows={found}
          columns={columns}
          state={state}
          defaultSort={props.defaultSort}
          onOrdering={(ordering) => change({ ordering })}
          isStale={read.isPlaceholderData}
          nameOf={props.nameOf}
          selection={props.selection}
          options={props.options}
          onOpen={props.onOpen}
        />
      )}
      {read.data && (
        <Paging
          page={state.page}
          total={total}
          shown={found.length}
          go={(page) => change({ page })}
        />
      )}
    </>
  );
}
