import { Button, Text } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconTrash, IconX } from '@tabler/icons-react';
import type { SectionInfo } from '../section.ts';
import classes from './List.module.css';

interface BulkBarProps {
  section: SectionInfo;
  count: number;
  archived: boolean;
  mayDelete: boolean;
  clear: () => void;
  archive: () => void;
  restore: () => void;
  remove: () => void;
}

/** What can be done with the rows that are selected; they stay selected from page to page. */
export function BulkBar({ section, count, archived, mayDelete, clear, archive, restore, remove }: BulkBarProps) {
  return (
    <div className={classes.bulk} role="group" aria-label="Selected rows">
      <Text size="sm" fw={600} role="status">
        {count} selected
      </Text>
      {mayDelete && !archived && (
        <Button size="compact-sm" variant="default" leftSection={<IconArchive size={15} aria-hidden="true" />} onClick={archive}>
          Archive selected
        </Button>
      )}
      {mayDelete && archived && (
        <Button size="compact-sm" variant="default" leftSection={<IconArchiveOff size={15} aria-hidden="true" />} onClick={restore}>
          Restore selected
        </Button>
      )}
      {mayDelete && (section.bulkDelete || count === 1) && (
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
      <Button size="compact-sm" variant="subtle" leftSection={<IconX size={15} aria-hidden="true" />} onClick={clear}>
        Clear selection
      </Button>
    </div>
  );
}
