import { Button, Text } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconTrash, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import type { ResourceInfo } from '../resource.ts';
import classes from './List.module.css';

const number = new Intl.NumberFormat('en');

interface BulkBarProps {
  resource: ResourceInfo;
  count: number;
  archived: boolean;
  canDelete: boolean;
  canArchive: boolean;
  /** How many rows the list has found. */
  total: number;
  /** Every row on this page is selected: the others can be, too. */
  wholePage: boolean;
  selectAll: () => void;
  clear: () => void;
  archive: () => void;
  restore: () => void;
  remove: () => void;
  /** What else the resource does with them. */
  children?: ReactNode;
}

/** What can be done with the rows that are selected; they stay selected from page to page. */
export function BulkBar(props: BulkBarProps) {
  const {
    resource,
    count,
    archived,
    canDelete,
    canArchive,
    total,
    wholePage,
    selectAll,
    clear,
    archive,
    restore,
    remove,
    children,
  } = props;
  return (
    <div className={classes.bulk} role="group" aria-label="Selected rows">
      <Text size="sm" fw={600} role="status">
        {count} selected
      </Text>
      {wholePage && count < Math.min(total, limits.mostRows) && (
        <Button size="compact-sm" variant="subtle" onClick={selectAll}>
          Select all {number.format(Math.min(total, limits.mostRows))}
        </Button>
      )}
      {children}
      {canArchive && !archived && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArchive size={15} aria-hidden="true" />}
          onClick={archive}
        >
          Archive selected
        </Button>
      )}
      {canArchive && archived && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArchiveOff size={15} aria-hidden="true" />}
          onClick={restore}
        >
          Restore selected
        </Button>
      )}
      {canDelete && (resource.bulkRemove || count === 1) && (
        <Button
          size="compact-sm"
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={15} aria-hidden="true" />}
          onClick={remove}
        >
          Delete selected
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconX size={15} aria-hidden="true" />}
        onClick={clear}
      >
        Clear selection
      </Button>
    </div>
  );
}
