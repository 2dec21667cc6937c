import { Button, Menu } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { LazyMenu } from '../LazyMenu.tsx';
import type { Column } from './column.ts';

interface ColumnsMenuProps {
  /** Columns that may be hidden. */
  columns: Pick<Column<never>, 'id' | 'title'>[];
  hidden: ReadonlySet<string>;
  change: (hidden: string[]) => void;
}

/** Chooses the visible columns of a list. */
export function ColumnsMenu({ columns, hidden, change }: ColumnsMenuProps) {
  const toggle = (id: string) =>
    change(hidden.has(id) ? [...hidden].filter((other) => other !== id) : [...hidden, id]);
  return (
    <LazyMenu
      closeOnItemClick={false}
      position="bottom-end"
      target={
        <Button variant="default" leftSection={<IconColumns size={16} aria-hidden="true" />}>
          Columns{hidden.size > 0 && ` (${columns.length - hidden.size} of ${columns.length})`}
        </Button>
      }
    >
      {columns.map(({ id, title }) => (
        <Menu.CheckboxItem key={id} checked={!hidden.has(id)} onChange={() => toggle(id)}>
          {title}
        </Menu.CheckboxItem>
      ))}
      <Menu.Divider />
      <Menu.Item disabled={hidden.size === 0} onClick={() => change([])}>
        Show all
      </Menu.Item>
    </LazyMenu>
  );
}
