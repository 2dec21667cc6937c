import { Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LazyMenu } from '../LazyMenu.tsx';

interface RowMenuProps {
  name: string;
  archived: boolean;
  /** The link to edit it; omitted without the permission. */
  edit?: { to: string; search: Record<string, string> };
  onDelete?: () => void;
  onArchive?: () => void;
  onRestore?: () => void;
  /** Further entries of the resource. */
  children?: ReactNode;
}

/** The actions on one row. */
export function RowMenu({
  name,
  archived,
  edit,
  onDelete,
  onArchive,
  onRestore,
  children,
}: RowMenuProps) {
  if (!edit && !onDelete && !onArchive && !children) return null;
  return (
    <LazyMenu
      position="bottom-end"
      floatingStrategy="fixed"
      width={240}
      target={
        <button
          type="button"
          className="at-icon-button at-dots"
          aria-label={`Options of ${name}`}
        />
      }
    >
      {children}
      {!archived && edit && (
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden="true" />}
          renderRoot={(props) => <Link {...props} to={edit.to} search={edit.search} />}
        >
          Edit
        </Menu.Item>
      )}
      {!archived && onArchive && (
        <Menu.Item leftSection={<IconArchive size={16} aria-hidden="true" />} onClick={onArchive}>
          Archive
        </Menu.Item>
      )}
      {archived && onRestore && (
        <Menu.Item
          leftSection={<IconArchiveOff size={16} aria-hidden="true" />}
          onClick={onRestore}
        >
          Restore
        </Menu.Item>
      )}
      {onDelete && (
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden="true" />}
          onClick={onDelete}
        >
          Delete
        </Menu.Item>
      )}
    </LazyMenu>
  );
}
