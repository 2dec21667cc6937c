import { Button, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconArchive, IconLayoutGrid, IconList, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ViewSwitch } from '../ViewSwitch.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import type { PanelFilter } from './filter.ts';
import classes from './List.module.css';
import type { Change, ListState } from './useListState.ts';

const debounceMs = 250;

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

/**
 * A field that can be typed in without waiting; the list follows after a pause, and the field
 * follows the address.
 */
function SearchField({
  title,
  value,
  onSearch,
}: {
  title: string;
  value: string;
  onSearch: (text: string) => void;
}) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next;
    onSearch(next);
  }, debounceMs);
  useEffect(() => {
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={`Search ${title}`}
      placeholder="Search"
      leftSection={<IconSearch size={16} aria-hidden="true" />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
    />
  );
}
