import { Tooltip } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../SessionProvider.tsx';
import { useIsBuilt } from '../useIsBuilt.ts';
import { icons } from './icons.tsx';
import { menu, visibleMenu, type MenuEntry } from './menu.ts';
import classes from './Shell.module.css';

/** The sections that the role may use; collapsed it shows their pictures only. */
export function Sidebar({ expanded, onChoose }: { expanded: boolean; onChoose: () => void }) {
  const may = useMay();
  const isBuilt = useIsBuilt();
  return (
    <nav aria-label="Sections" className={classes.sections}>
      {visibleMenu(menu, may, isBuilt).map((entry) =>
        entry.children ? (
          <Group key={entry.path} entry={entry} expanded={expanded} onChoose={onChoose} />
        ) : (
          <Entry key={entry.path} entry={entry} expanded={expanded} onChoose={onChoose} />
        ),
      )}
    </nav>
  );
}

interface EntryProps {
  entry: MenuEntry;
  expanded: boolean;
  onChoose: () => void;
}

function Entry({ entry, expanded, onChoose }: EntryProps) {
  const { pathname } = useLocation();
  const Icon = icons[entry.icon]!;
  const active =
    entry.path === '/' ? pathname === '/' || pathname.startsWith('/attendance') : pathname === entry.path || pathname.startsWith(`${entry.path}/`);
  const link = (
    <Link
      className={classes.entry}
      data-active={active || undefined}
      aria-current={active ? 'page' : undefined}
      aria-label={entry.title}
      to={entry.path}
      onClick={onChoose}
    >
      <Icon size={20} stroke={1.7} aria-hidden="true" />
      {expanded && entry.title}
    </Link>
  );
  if (expanded) return link;
  return (
    <Tooltip label={entry.title} position="right">
      {link}
    </Tooltip>
  );
}

function Group({ entry, expanded, onChoose }: EntryProps) {
  const [open, setOpen] = useState(true);
  const Icon = icons[entry.icon]!;
  return (
    <div>
      <button type="button" className={classes.entry} aria-label={entry.title} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon size={20} stroke={1.7} aria-hidden="true" />
        {expanded && entry.title}
      </button>
      {open && entry.children!.map((child) => <Entry key={child.path} entry={child} expanded={expanded} onChoose={onChoose} />)}
    </div>
  );
}
