import { Collapse, NavLink, Tooltip } from '@mantine/core';
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
  return (
    <Tooltip label={entry.title} position="right" disabled={expanded}>
      <NavLink
        className={classes.entry}
        active={active}
        aria-current={active ? 'page' : undefined}
        label={expanded ? entry.title : undefined}
        aria-label={entry.title}
        leftSection={<Icon size={20} stroke={1.7} aria-hidden="true" />}
        onClick={onChoose}
        renderRoot={(props) => <Link to={entry.path} {...props} />}
      />
    </Tooltip>
  );
}

function Group({ entry, expanded, onChoose }: EntryProps) {
  const [open, setOpen] = useState(true);
  const Icon = icons[entry.icon]!;
  return (
    <div>
      <NavLink
        component="button"
        className={classes.entry}
        label={expanded ? entry.title : undefined}
        aria-label={entry.title}
        aria-expanded={open}
        leftSection={<Icon size={20} stroke={1.7} aria-hidden="true" />}
        onClick={() => setOpen(!open)}
      />
      <Collapse expanded={open}>
        {entry.children!.map((child) => (
          <Entry key={child.path} entry={child} expanded={expanded} onChoose={onChoose} />
        ))}
      </Collapse>
    </div>
  );
}
