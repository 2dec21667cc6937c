import { Button, TextInput } from '@mantine/core';
import { IconArchive, IconLayoutGrid, IconList, IconSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTyped } from '../useTyped.ts';
import { ViewSwitch } from '../ViewSwitch.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import type { PanelFilter } from './filter.ts';
import classes from './List.module.css';
import type { Change, ListState } from './useListState.ts';

interface ListToolbarProps {
  title: string;
  state: ListState;
  change: (change: Change, options?: { replace?: boolean }) => void;
  filters: PanelFilter[];
  canArchive: boolean;
  /** Export and further actions of the resource. */
  children?: ReactNode;
}

/** Search, filters, archive, view. */
export function ListToolbar({
  title,
  state,
  change,
  filters,
  canArchive,
  children,
}: ListToolbarProps) {
  return (
    <search className={classes.toolbar}>
      <SearchField
        title={title}
        value={state.search}
        onSearch={(search) =>
          change({ search: search || undefined }, { replace: state.search !== '' })
        }
      />
      {!state.archived && filters.length > 0 && (
        <FilterPanel filters={filters} values={state.filters} change={change} />
      )}
      {canArchive && (
        <Button
          variant={state.archived ? 'filled' : 'default'}
          aria-pressed={state.archived}
          leftSection={<IconArchive size={16} aria-hidden="true" />}
          onClick={() => change({ archived: !state.archived })}
        >
          Archived
        </Button>
      )}
      <div className={classes.spacer} />
      {children}
      <ViewSwitch
        value={state.view}
        onChange={(view) => change({ view, page: state.page }, { replace: true })}
        views={[
          { value: 'list', title: 'List', icon: <IconList size={16} aria-hidden="true" /> },
          { value: 'card', title: 'Cards', icon: <IconLayoutGrid size={16} aria-hidden="true" /> },
        ]}
      />
    </search>
  );
}

/** The list follows what is typed, and the field the address. */
function SearchField({
  title,
  value,
  onSearch,
}: {
  title: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useTyped(value, onSearch);
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={`Search ${title}`}
      placeholder="Search"
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
