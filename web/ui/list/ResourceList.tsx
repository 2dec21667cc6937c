import { Button, Group, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { limits } from '../../../contract/limits.ts';
import { messages, noneFound } from '../../../contract/messages.ts';
import { useMay } from '../../app/SessionProvider.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { LoadError } from '../LoadError.tsx';
import { PleaseWait } from '../PleaseWait.tsx';
import type { SectionInfo } from '../section.ts';
import { toast, workingToast } from '../toasts.ts';
import { BulkBar } from './BulkBar.tsx';
import { CardGrid } from './CardGrid.tsx';
import type { Column } from './column.ts';
import { DataTable } from './DataTable.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { ActiveFilters } from './FilterPanel.tsx';
import { namesOf, type Filter } from './filter.ts';
import classes from './List.module.css';
import { ListToolbar } from './ListToolbar.tsx';
import { Paging } from './Paging.tsx';
import { RowMenu } from './RowMenu.tsx';
import { useListActions } from './useListActions.ts';
import { useListState } from './useListState.ts';
import { allRows, useRows } from './useRows.ts';

interface ResourceListProps<Row> {
  section: SectionInfo;
  columns: Column<Row>[];
  /** The section's usual order, for the heading that shows it. */
  usualOrder: string;
  filters?: Filter[];
  /** What a row is called in questions and labels. */
  nameOf: (row: Row) => string;
  /** Rows are neither edited, archived nor deleted from here. */
  onlyShown?: boolean;
  /** Whether this user may change this row, beyond the right to the section. */
  mayChange?: (row: Row, action: 'edit' | 'delete') => boolean;
  /** Further entries of a row's menu. */
  rowOptions?: (row: Row, archived: boolean) => ReactNode;
  /** What can be done with the rows that are selected; `done` ends the selection. */
  bulkOptions?: (rows: Row[], done: () => void) => ReactNode;
  /** Beside the "Add" button. */
  actions?: ReactNode;
  /** Another picture of the same rows, above them. */
  children?: ReactNode;
}

const noFilters: Filter[] = [];

/** A section's list: search, filters, order, pages, table or cards, choosing rows and what can be done with them. */
export function ResourceList<Row extends { id: number }>(props: ResourceListProps<Row>) {
  const {
    section,
    columns,
    usualOrder,
    filters = noFilters,
    nameOf,
    onlyShown = false,
    mayChange,
    rowOptions,
    bulkOptions,
    actions,
    children,
  } = props;
  const may = useMay();
  const filterNames = useMemo(() => filters.flatMap(namesOf), [filters]);
  const [state, change] = useListState(filterNames);
  const rows = useRows<Row>(section, state);
  const onScreen = useMemo(() => columns.filter((column) => !column.onlyInFiles), [columns]);
  const [selected, setSelected] = useState<Map<number, Row>>(new Map());
  const act = useListActions(section);
  const mayDelete = !onlyShown && may(section.resource, 'delete');
  const mayEdit = !onlyShown && may(section.resource, 'edit');
  const mayArchive = mayDelete && !section.neverArchived;
  const mayAdd = section.addPath !== null && may(section.resource, 'add');

  const select = useCallback((those: Row[], on: boolean) => {
    setSelected((before) => {
      const next = new Map(before);
      for (const row of those)
        if (on) next.set(row.id, row);
        else next.delete(row.id);
      return next;
    });
  }, []);
  /** Everything that the list has found, on all its pages. */
  async function selectAll() {
    const finish = workingToast(messages.fetching);
    try {
      select(await allRows<Row>(section, state, limits.mostRows, () => {}), true);
    } catch (error) {
      toast('error', `${messages.fetchFailed}: ${(error as Error).message}`);
    } finally {
      finish();
    }
  }
  const drop = (ids: number[]) =>
    select(
      ids.map((id) => ({ id }) as Row),
      false,
    );
  const afterwards = (ids: number[]) => (done: boolean) => done && drop(ids);

  const countOf = (count: number) => `${count} ${(count === 1 ? section.one : section.title).toLowerCase()}`;

  const options = (row: Row) => {
    const editable = mayEdit && (mayChange?.(row, 'edit') ?? true);
    const takeAway = mayChange?.(row, 'delete') ?? true;
    return (
      <RowMenu
        name={nameOf(row)}
        archived={state.archived}
        edit={editable ? { to: `${section.path}/add`, search: { edit: String(row.id) } } : undefined}
        onArchive={takeAway && mayArchive ? () => void act.archive([row.id], nameOf(row)).then(afterwards([row.id])) : undefined}
        onRestore={takeAway && mayArchive ? () => void act.restore([row.id]).then(afterwards([row.id])) : undefined}
        onDelete={takeAway && mayDelete ? () => void act.remove([row.id], nameOf(row)).then(afterwards([row.id])) : undefined}
      >
        {rowOptions?.(row, state.archived)}
      </RowMenu>
    );
  };

  const found = rows.data?.results ?? [];
  const ids = new Set(selected.keys());
  const shaped = Boolean(state.search) || Object.keys(state.filters).length > 0;
  const common = { rows: found, columns: onScreen, nameOf, selected: ids, onSelect: select, options };
  return (
    <>
      <Group justify="space-between" my="xs">
        <Title order={1} size="h3">
          {section.title}
        </Title>
        <Group gap="xs">
          {actions}
          {mayAdd && <AddButton section={section} />}
        </Group>
      </Group>
      {children}
      <ListToolbar title={section.title} state={state} change={change} filters={filters} mayArchive={mayArchive}>
        <ExportMenu section={section} columns={columns} state={state} rows={found} total={rows.data?.total ?? 0} selected={selected} />
      </ListToolbar>
      {!state.archived && <ActiveFilters filters={filters} values={state.filters} change={change} />}
      {selected.size > 0 && (
        <BulkBar
          section={section}
          count={selected.size}
          archived={state.archived}
          mayDelete={mayDelete}
          mayArchive={mayArchive}
          total={rows.data?.total ?? 0}
          wholePage={found.length > 0 && found.every((row) => selected.has(row.id))}
          selectAll={() => void selectAll()}
          clear={() => setSelected(new Map())}
          archive={() => void act.archive([...ids], countOf(ids.size)).then(afterwards([...ids]))}
          restore={() => void act.restore([...ids]).then(afterwards([...ids]))}
          remove={() => void act.remove([...ids], countOf(ids.size)).then(afterwards([...ids]))}
        >
          {!state.archived && bulkOptions?.([...selected.values()], () => setSelected(new Map()))}
        </BulkBar>
      )}
      {rows.isError && !rows.data && <LoadError error={rows.error} retry={() => void rows.refetch()} />}
      {rows.isPending && <PleaseWait />}
      {rows.data && found.length === 0 && (
        <EmptyState title={state.archived || !shaped ? noneFound(section.title) : messages.noDataAvailable}>
          {shaped ? (
            <Button
              variant="default"
              onClick={() => change({ search: undefined, ...Object.fromEntries(filterNames.map((name) => [name, undefined])) })}
            >
              Clear search and filters
            </Button>
          ) : (
            !state.archived && state.page === 1 && mayAdd && <AddButton section={section} />
          )}
        </EmptyState>
      )}
      {found.length > 0 && (
        <div className={rows.isPlaceholderData ? classes.stale : undefined} aria-busy={rows.isPlaceholderData}>
          {state.view === 'card' ? (
            <CardGrid {...common} />
          ) : (
            <DataTable
              {...common}
              label={section.title}
              first={(state.page - 1) * limits.pageSize + 1}
              ordering={state.ordering || usualOrder}
              onOrdering={(ordering) => change({ ordering })}
            />
          )}
        </div>
      )}
      {rows.data && <Paging page={state.page} total={rows.data.total} shown={found.length} go={(page) => change({ page })} />}
    </>
  );
}

function AddButton({ section }: { section: SectionInfo }) {
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      renderRoot={(props) => <Link {...props} to={section.addPath ?? `${section.path}/add`} />}
    >
      Add {section.one.toLowerCase()}
    </Button>
  );
}
