import { Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, useState } from 'react';
import { useWaitingRequests, waitingText } from '#web/attendance/public/useWaitingRequests.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { useIsBuilt } from '#web/platform/useIsBuilt.ts';
import { usePathname } from '../usePathname.ts';
import { menu, visibleMenu, type MenuEntry } from './menu.ts';
import classes from './Shell.module.css';

/** The sections that the role may use; collapsed it shows their pictures only. */
export const Sidebar = memo(function Sidebar({
  expanded,
  onChoose,
}: {
  expanded: boolean;
  onChoose: () => void;
}) {
  const can = useCan();
  const isBuilt = useIsBuilt();
  const waiting = useWaitingRequests();
  return (
    <nav aria-label="Sections" className={classes.sections}>
      {visibleMenu(menu, can, isBuilt).map((entry) =>
        entry.children ? (
          <Group
            key={entry.path}
            entry={entry}
            entries={entry.children}
            expanded={expanded}
            onChoose={onChoose}
          />
        ) : (
          <Entry
            key={entry.path}
            entry={entry}
            expanded={expanded}
            onChoose={onChoose}
            waiting={entry.path === '/leave' ? waiting : 0}
          />
        ),
      )}
    </nav>
  );
});

interface EntryProps {
  entry: MenuEntry;
  expanded: boolean;
  onChoose: () => void;
}

function Entry({
  entry,
  expanded,
  onChoose,
  waiting = 0,
}: EntryProps & {
  /** Requests that wait behind it. */
  waiting?: number;
}) {
  const pathname = usePathname();
  const Icon = entry.icon;
  const active =
    entry.path === '/'
      ? pathname === '/' || pathname.startsWith('/attendance')
      : pathname === entry.path || pathname.startsWith(`${entry.path}/`);
  const name = waiting > 0 ? `${entry.title}, ${waitingText(waiting)}` : entry.title;
  const link = (
    <Link
      className={classes.entry}
      data-active={active || undefined}
      aria-current={active ? 'page' : undefined}
      aria-label={name}
      to={entry.path}
      onClick={onChoose}
    >
      <Icon size={20} stroke={1.7} aria-hidden="true" />
      {expanded && entry.title}
      {waiting > 0 && <span className={classes.waiting} data-count={waiting} />}
    </Link>
  );
  if (expanded) return link;
  return (
    <Tooltip label={name} position="right">
      {link}
    </Tooltip>
  );
}

function Group({ entry, entries, expanded, onChoose }: EntryProps & { entries: MenuEntry[] }) {
  const [open, setOpen] = useState(true);
  const Icon = entry.icon;
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <div data-expanded={expanded || undefined}>
      <button
        type="button"
        className={classes.entry}
        aria-label={entry.title}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon size={20} stroke={1.7} aria-hidden="true" />
        {expanded && entry.title}
        {expanded && <Chevron size={16} className={classes.chevron} aria-hidden="true" />}
      </button>
      {open && (
        <div className={classes.children}>
          {entries.map((child) => (
            <Entry key={child.path} entry={child} expanded={expanded} onChoose={onChoose} />
          ))}
        </div>
      )}
    </div>
  );
}
