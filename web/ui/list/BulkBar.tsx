import { Button, Text } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconTrash, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { limits } from '#contract/limits.ts';
import classes from './BulkBar.module.css';
import { countOf } from '../format.ts';

interface BulkBarProps {
  count: number;
  archived: boolean;
  canDelete: boolean;
  canArchive: boolean;
  /** The number of rows in the list. */
  total: number;
  /** Every row on this page is selected: all others can be selected, too. */
  wholePage: boolean;
  selectAll: () => void;
  clear: () => void;
  archive: () => void;
  restore: () => void;
  remove: () => void;
  /** Further actions of the resource. */
  children?: ReactNode;
}

/** Actions on the selected rows; the selection extends over pages. */
export function BulkBar(props: BulkBarProps) {
  const {
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
          Select all {countOf(Math.min(total, limits.mostRows))}
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
      {canDelete && (
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
