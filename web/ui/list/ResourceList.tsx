import { useMemo, type ReactNode } from 'react';
import type { ResourceInfo } from '../resource.ts';
import { AddButton } from './AddButton.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import type { Column } from './column.ts';
import { ExportMenu } from './ExportMenu.tsx';
import { ActiveFilters } from './FilterPanel.tsx';
import type { Filter } from './filter.ts';
import { PageActions, type PageAction } from '../PageActions.tsx';
import { ListHead } from './ListHead.tsx';
import { ListResults } from './ListResults.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { RowOptions } from './RowOptions.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { useFilterKinds } from './useFilterKinds.ts';
import { useHiddenColumns } from './useHiddenColumns.ts';
import { useListActions } from './useListActions.ts';
import { useListRights } from './useListRights.ts';
import { useListState } from './useListState.ts';
import { useRows } from './useRows.ts';
import { useSelection } from './useSelection.ts';
import classes from './List.module.css';

interface ResourceListProps<Row> {
  resource: ResourceInfo<Row>;
  columns: Column<Row>[];
  /** The resource's default sort, for the heading that shows it. */
  defaultSort: string;
  filters?: Filter[];
  /** The name of a row in questions and labels. */
  nameOf: (row: Row) => string;
  /** The record that is edited, archived and deleted from a row; null without one. By default the row. */
  recordOf?: (row: Row) => { id: number; name: string } | null;
  /** Rows cannot be edited, archived or deleted from here. */
  onlyShown?: boolean;
  /** Whether this user may change this row, in addition to the permission on the resource. */
  canChange?: (row: Row, action: 'edit' | 'delete') => boolean;
  /** Further entries of a row's menu. */
  rowOptions?: (row: Row, archived: boolean) => ReactNode;
  /** What a click on a row opens. */
  onOpen?: (row: Row) => void;
  /** What it means that there are no rows at all. */
  whenEmpty?: ReactNode;
  /** Actions on the selected rows; `done` clears the selection. */
  bulkOptions?: (rows: Row[], done: () => void) => ReactNode;
  /** Actions beside the "Add" button, as they are drawn. */
  actions?: ReactNode;
  /** Actions of the page; those that are not frequent are in a menu, on a phone all. */
  pageActions?: readonly PageAction[];
  /** Another view of the same rows, above them. */
  children?: ReactNode;
}

const noFilters: Filter[] = [];
const noActions: PageAction[] = [];

/** A resource's list: search, filters, sorting, pages, table or cards, selection and actions. */
export function ResourceList<Row extends { id: number }>(props: ResourceListProps<Row>) {
  const {
    resource,
    columns,
    defaultSort,
    filters = noFilters,
    nameOf,
    recordOf = (row) => ({ id: row.id, name: nameOf(row) }),
    onlyShown = false,
    canChange,
    rowOptions,
    onOpen,
    whenEmpty,
    bulkOptions,
    actions,
    pageActions = noActions,
    children,
  } = props;
  const rights = useListRights(resource, onlyShown);
  const { canAdd, canEdit, canArchive, canDelete } = rights;
  const { names, inThePanel, named, namesOfNamed } = useFilterKinds(filters);
  const [state, change] = useListState(names);
  const rows = useRows<Row>(resource, state);
  const onScreen = useMemo(() => columns.filter((column) => !column.onlyInFiles), [columns]);
  const shown = useHiddenColumns(resource.calls.name, onScreen, state.view === 'card');
  const selection = useSelection<Row>(state.archived);
  const rowActions = useListActions(resource);

  const found = rows.data?.results ?? [];
  const total = rows.data?.total ?? 0;
  const hasOptions = canEdit || canDelete || canArchive || rowOptions !== undefined;
  const options = (row: Row) => {
    const canRemove = canChange?.(row, 'delete') ?? true;
    return (
      <RowOptions
        name={nameOf(row)}
        resource={resource}
        record={recordOf(row)}
        archived={state.archived}
        rights={{
          canEdit: canEdit && (canChange?.(row, 'edit') ?? true),
          canArchive: canArchive && canRemove,
          canDelete: canDelete && canRemove,
        }}
        rowActions={rowActions}
        gone={() => selection.deselect([row.id])}
      >
        {rowOptions?.(row, state.archived)}
      </RowOptions>
    );
  };
  return (
    <>
      <ListHead title={resource.title}>
        {actions}
        <PageActions actions={pageActions} main={canAdd && <AddButton resource={resource} />} />
      </ListHead>
      {children}
      <ListToolbar
        title={resource.title}
        state={state}
        change={change}
        filters={inThePanel}
        canArchive={canArchive}
      >
        <ColumnsMenu columns={shown.choices} hidden={shown.hidden} change={shown.change} />
        <ExportMenu
          resource={resource}
          columns={columns}
          state={state}
          rows={found}
          total={total}
          selected={selection.rows}
        />
      </ListToolbar>
      {!state.archived && <ActiveFilters filters={named} values={state.filters} change={change} />}
      <div className={classes.results}>
        {selection.rows.size > 0 && (
          <SelectionBar
            resource={resource}
            state={state}
            page={found}
            total={total}
            selection={selection}
            records={[...selection.rows.values()].flatMap((row) =>
              (canChange?.(row, 'delete') ?? true) ? (recordOf(row)?.id ?? []) : [],
            )}
            rights={rights}
            rowActions={rowActions}
          >
            {!state.archived && bulkOptions?.([...selection.rows.values()], selection.clear)}
          </SelectionBar>
        )}
        <ListResults
          resource={resource}
          read={rows}
          columns={shown.shown}
          state={state}
          change={change}
          filterNames={namesOfNamed}
          defaultSort={defaultSort}
          nameOf={nameOf}
          selection={selection}
          options={hasOptions ? options : undefined}
          onOpen={onOpen}
        >
          {whenEmpty}
          {state.page === 1 && canAdd && <AddButton resource={resource} />}
        </ListResults>
      </div>
    </>
  );
}
