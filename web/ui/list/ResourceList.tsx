import { Button, Group, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import { messages } from '#contract/texts.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { asError } from '#web/platform/as-error.ts';
import { PleaseWait } from '../PleaseWait.tsx';
import { StaleBand } from '../StaleBand.tsx';
import type { ResourceInfo } from '../resource.ts';
import { toast, workingToast } from '../toasts.ts';
import { BulkBar } from './BulkBar.tsx';
import { ColumnsMenu } from './ColumnsMenu.tsx';
import { CardGrid } from './CardGrid.tsx';
import type { Column } from './column.ts';
import { DataTable } from './DataTable.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { ActiveFilters } from './FilterPanel.tsx';
import { inPanel, isNamed, namesOf, type Filter } from './filter.ts';
import classes from './List.module.css';
import { ListError } from './ListError.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { NoRows } from './NoRows.tsx';
import { Paging } from './Paging.tsx';
import { RowMenu } from './RowMenu.tsx';
import { useHiddenColumns } from './useHiddenColumns.ts';
import { useListActions } from './useListActions.ts';
import { useListState } from './useListState.ts';
import { allRows, useRows } from './useRows.ts';

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
  /** Actions beside the "Add" button. */
  actions?: ReactNode;
  /** Another view of the same rows, above them. */
  children?: ReactNode;
}

const noFilters: Filter[] = [];

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
    children,
  } = props;
  const can = useCan();
  const filterNames = useMemo(() => filters.flatMap(namesOf), [filters]);
  const [state, change] = useListState(filterNames);
  const panelFilters = useMemo(() => filters.filter(inPanel), [filters]);
  const namedFilters = useMemo(() => filters.filter(isNamed), [filters]);
  const namesShown = useMemo(() => namedFilters.flatMap(namesOf), [namedFilters]);
  const rows = useRows<Row>(resource, state);
  const onScreen = useMemo(() => columns.filter((column) => !column.onlyInFiles), [columns]);
  const {
    choices,
    hidden,
    change: hide,
    shown: chosenColumns,
  } = useHiddenColumns(resource.calls.name, onScreen, state.view === 'card');
  const [selected, setSelected] = useState<Map<number, Row>>(new Map());
  const [selectedIn, setSelectedIn] = useState(state.archived);
  if (selectedIn !== state.archived) {
    // What is chosen is of the archive or not: what can be done to the one cannot be done to the other.
    setSelectedIn(state.archived);
    setSelected(new Map());
  }
  const rowActions = useListActions(resource);
  const canDelete = !onlyShown && can(resource.permission, 'delete');
  const canEdit = !onlyShown && can(resource.permission, 'edit');
  const canArchive = canDelete && resource.archivable !== false;
  const canAdd = resource.addPath !== null && can(resource.permission, 'add');

  const select = useCallback((those: Row[], on: boolean) => {
    setSelected((before) => {
      const next = new Map(before);
      for (const row of those)
        if (on) next.set(row.id, row);
        else next.delete(row.id);
      return next;
    });
  }, []);
  /** All rows of the list, on all its pages. */
  async function selectAll() {
    const finish = workingToast(messages.fetching);
    try {
      select(await allRows<Row>(resource, state, limits.mostRows, () => {}), true);
    } catch (error) {
      toast('error', `${messages.fetchFailed}: ${asError(error).message}`);
    } finally {
      finish();
    }
  }
  const drop = (ids: number[]) =>
    select(
      ids.map((id) => ({ id }) as Row),
      false,
    );
  const deselectWhenDone = (ids: number[]) => (done: boolean) => done && drop(ids);

  const countOf = (count: number) =>
    `${count} ${(count === 1 ? resource.singular : resource.title).toLowerCase()}`;

  const options = (row: Row) => {
    const record = recordOf(row);
    const editable = canEdit && (canChange?.(row, 'edit') ?? true);
    const canRemove = canChange?.(row, 'delete') ?? true;
    const changing = (
      change: (ids: number[], what: string) => Promise<boolean>,
      isAllowed: boolean,
    ) =>
      record !== null && canRemove && isAllowed
        ? () => void change([record.id], record.name).then(deselectWhenDone([row.id]))
        : undefined;
    return (
      <RowMenu
        name={nameOf(row)}
        archived={state.archived}
        edit={
          editable && record !== null
            ? { to: `${resource.path}/add`, search: { edit: String(record.id) } }
            : undefined
        }
        onArchive={changing(rowActions.archive, canArchive)}
        onRestore={changing(rowActions.restore, canArchive)}
        onDelete={changing(rowActions.remove, canDelete)}
      >
        {rowOptions?.(row, state.archived)}
      </RowMenu>
    );
  };

  const found = rows.data?.results ?? [];
  const ids = new Set(selected.keys());
  const records = [...selected.values()].flatMap((row) => recordOf(row)?.id ?? []);
  const shaped = Boolean(state.search) || namesShown.some((name) => state.filters[name]);
  const hasOptions = canEdit || canDelete || canArchive || rowOptions !== undefined;
  const common = {
    rows: found,
    columns: chosenColumns,
    nameOf,
    selected: ids,
    onSelect: select,
    options: hasOptions ? options : undefined,
    onOpen,
  };
  const pages = Math.ceil((rows.data?.total ?? 0) / limits.pageSize);
  return (
    <>
      <Group justify="space-between" my="xs">
        <Title order={1} size="h3">
          {resource.title}
        </Title>
        <Group gap="xs">
          {actions}
          {canAdd && <AddButton resource={resource} />}
        </Group>
      </Group>
      {children}
      <ListToolbar
        title={resource.title}
        state={state}
        change={change}
        filters={panelFilters}
        canArchive={canArchive}
      >
        <ColumnsMenu columns={choices} hidden={hidden} change={hide} />
        <ExportMenu
          resource={resource}
          columns={columns}
          state={state}
          rows={found}
          total={rows.data?.total ?? 0}
          selected={selected}
        />
      </ListToolbar>
      {!state.archived && (
        <ActiveFilters filters={namedFilters} values={state.filters} change={change} />
      )}
      {selected.size > 0 && (
        <BulkBar
          count={selected.size}
          archived={state.archived}
          canDelete={
            canDelete &&
            (resource.bulkRemove ? records.length > 0 : records.length === 1 && ids.size === 1)
          }
          canArchive={canArchive && records.length > 0}
          total={rows.data?.total ?? 0}
          wholePage={found.length > 0 && found.every((row) => selected.has(row.id))}
          selectAll={() => void selectAll()}
          clear={() => setSelected(new Map())}
          archive={() =>
            void rowActions
              .archive(records, countOf(records.length))
              .then(deselectWhenDone([...ids]))
          }
          restore={() => void rowActions.restore(records).then(deselectWhenDone([...ids]))}
          remove={() =>
            void rowActions
              .remove(records, countOf(records.length))
              .then(deselectWhenDone([...ids]))
          }
        >
          {!state.archived && bulkOptions?.([...selected.values()], () => setSelected(new Map()))}
        </BulkBar>
      )}
      {rows.isError && !rows.data && (
        <ListError
          error={rows.error}
          retry={() => void rows.refetch()}
          filters={state.filters}
          change={change}
        />
      )}
      <StaleBand reads={[rows]} />
      {rows.isPending && <PleaseWait />}
      {rows.data && found.length === 0 && (
        <NoRows
          title={resource.title}
          archived={state.archived}
          pages={pages}
          isShaped={shaped}
          goToLastPage={() => change({ page: pages })}
          clearShape={() =>
            change({
              search: undefined,
              ...Object.fromEntries(namesShown.map((name) => [name, undefined])),
            })
          }
        >
          {whenEmpty}
          {state.page === 1 && canAdd && <AddButton resource={resource} />}
        </NoRows>
      )}
      {found.length > 0 && (
        <div
          className={rows.isPlaceholderData ? classes.stale : undefined}
          aria-busy={rows.isPlaceholderData}
        >
          {state.view === 'card' ? (
            <CardGrid {...common} />
          ) : (
            <DataTable
              {...common}
              label={resource.title}
              first={(state.page - 1) * limits.pageSize + 1}
              ordering={state.ordering || defaultSort}
              onOrdering={(ordering) => change({ ordering })}
            />
          )}
        </div>
      )}
      {rows.data && (
        <Paging
          page={state.page}
          total={rows.data.total}
          shown={found.length}
          go={(page) => change({ page })}
        />
      )}
    </>
  );
}

function AddButton({ resource }: { resource: ResourceInfo }) {
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      renderRoot={(props) => <Link {...props} to={resource.addPath ?? `${resource.path}/add`} />}
    >
      Add {resource.singular.toLowerCase()}
    </Button>
  );
}
