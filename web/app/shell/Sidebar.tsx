import { Tooltip } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, useCallback, useEffect, useRef } from 'react';
import { useWaitingRequests, waitingText } from '#web/attendance/public/useWaitingRequests.ts';
import { useCan } from '#web/platform/SessionProvider.tsx';
import { useIsBuilt } from '#web/platform/useIsBuilt.ts';
import { usePathname } from '../usePathname.ts';
import { useCanOpen } from '../page-permissions.ts';
import { isAt, menu, toolGroups, visibleMenu, type MenuEntry, type Tool } from './menu.ts';
import classes from './Shell.module.css';

/** The group of the specification is open until somebody closes it. */
const openAtFirst = ['Enroll Student'];

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
      <ToolGroups expanded={expanded} onChoose={onChoose} />
    </nav>
  );
});

/** The tools that the role may use, in groups (R-SHELL-6). */
function ToolGroups({ expanded, onChoose }: Omit<EntryProps, 'entry'>) {
  const canOpen = useCanOpen();
  const groups = toolGroups
    .map((group) => ({ ...group, pages: group.pages.filter(({ path }) => canOpen(path)) }))
    .filter(({ pages }) => pages.length > 0);
  if (groups.length === 0) return null;
  return (
    <div className={classes.tools}>
      {groups.map(({ pages, ...group }) => (
        <Group
          key={group.title}
          entry={group}
          entries={pages}
          expanded={expanded}
          onChoose={onChoose}
        />
      ))}
    </div>
  );
}

interface EntryProps {
  entry: Tool;
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
  const active = isAt(entry.path, pathname);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (active) link.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const name = waiting > 0 ? `${entry.title}, ${waitingText(waiting)}` : entry.title;
  const shown = (
    <Link
      ref={link}
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
  if (expanded) return shown;
  return (
    <Tooltip label={name} position="right">
      {shown}
    </Tooltip>
  );
}

interface GroupProps extends Omit<EntryProps, 'entry'> {
  entry: Pick<MenuEntry, 'title' | 'icon'>;
  entries: Tool[];
}

/** Open where its last use left it, and where the page is one of its own. */
function Group({ entry, entries, expanded, onChoose }: GroupProps) {
  const pathname = usePathname();
  const [groups, store] = useLocalStorage<string[]>({
    key: 'open-groups',
    defaultValue: openAtFirst,
    getInitialValueInEffect: false,
  });
  const isOpen = groups.includes(entry.title);
  const toggle = useCallback(
    (open: boolean) =>
      store((all) => [
        ...all.filter((title) => title !== entry.title),
        ...(open ? [entry.title] : []),
      ]),
    [store, entry.title],
  );
  const isInside = entries.some(({ path }) => isAt(path, pathname));
  useEffect(() => {
    if (isInside) toggle(true);
  }, [isInside, toggle]);
  const Icon = entry.icon;
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const button = (
    <button
      type="button"
      className={classes.entry}
      aria-label={entry.title}
      aria-expanded={isOpen}
      onClick={() => toggle(!isOpen)}
    >
      <Icon size={20} stroke={1.7} aria-hidden="true" />
      {expanded && entry.title}
      {expanded && <Chevron size={16} className={classes.chevron} aria-hidden="true" />}
    </button>
  );
  return (
    <div data-expanded={expanded || undefined}>
      {expanded ? (
        button
      ) : (
        <Tooltip label={entry.title} position="right">
          {button}
        </Tooltip>
      )}
      {isOpen && (
        <div className={classes.children} role="group" aria-label={entry.title}>
          {entries.map((child) => (
            <Entry key={child.path} entry={child} expanded={expanded} onChoose={onChoose} />
          ))}
        </div>
      )}
    </div>
  );
}
