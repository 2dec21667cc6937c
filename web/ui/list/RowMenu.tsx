import { Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconDotsVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';

interface RowMenuProps {
  name: string;
  archived: boolean;
  /** Where it is edited; left out without the permission. */
  edit?: { to: string; search: Record<string, string> };
  onDelete?: () => void;
  onArchive?: () => void;
  onRestore?: () => void;
  /** Further entries of the section. */
  children?: ReactNode;
}

/** What can be done to one row. */
export function RowMenu({ name, archived, edit, onDelete, onArchive, onRestore, children }: RowMenuProps) {
  /** The menu is made when it is opened for the first time: twenty that are never opened take longer than the table. */
  const [made, setMade] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (made) button.current?.focus();
  }, [made]);
  if (!edit && !onDelete && !onArchive && !children) return null;
  const target = (
    <button
      ref={button}
      type="button"
      className="at-icon-button"
      aria-label={`Options of ${name}`}
      aria-haspopup="menu"
      onClick={() => setMade(true)}
    >
      <IconDotsVertical size={18} aria-hidden="true" />
    </button>
  );
  if (!made) return target;
  return (
    <Menu defaultOpened position="bottom-end" floatingStrategy="fixed" width={190}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
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
          <Menu.Item leftSection={<IconArchiveOff size={16} aria-hidden="true" />} onClick={onRestore}>
            Restore
          </Menu.Item>
        )}
        {onDelete && (
          <Menu.Item c="var(--mantine-color-error)" leftSection={<IconTrash size={16} aria-hidden="true" />} onClick={onDelete}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
