import { useEffect, useImperativeHandle, useState, type Ref } from 'react';
import type { Destination } from './destinations.ts';
import { SearchOption } from './SearchOption.tsx';
import { keyOfPlace } from '#web/platform/recent.ts';
import classes from './Search.module.css';
import { useSearchResults } from './useSearchResults.ts';
import { limits } from '#contract/limits.ts';
import { useRecent } from './useRecent.ts';

export interface SearchListHandle {
  /** Moves to another result by an arrow, Home or End. @returns whether the key was one of them. */
  move(key: string): boolean;
  /** Opens the active result. */
  open(): void;
}

interface SearchListProps {
  ref: Ref<SearchListHandle>;
  id: string;
  /** Empty for recently opened items. */
  text: string;
  /** Enter was pressed: the active result opens as soon as there is one. */
  entered: boolean;
  onEntered: () => void;
  onActive: (option: string | undefined) => void;
  onLeave: () => void;
}

// The same page may occur twice: as a group of pages and as its first page.
const keyOf = (destination: Destination) => `${destination.title} ${keyOfPlace(destination)}`;

/** The results of a search, grouped; the first one is active until another is chosen. */
export function SearchList({
  ref,
  id,
  text,
  entered,
  onEntered,
  onActive,
  onLeave,
}: SearchListProps) {
  const empty = text.trim() === '';
  const found = useSearchResults(text);
  const recent = useRecent();
  const groups = empty ? recent : found.groups;
  const settled = empty || found.fresh;
  const all = groups.flatMap(({ destinations }) => destinations);
  const [chosen, setChosen] = useState<{ key: string; text: string }>();
  const position = chosen?.text === text ? all.findIndex((it) => keyOf(it) === chosen.key) : -1;
  // Stale results cannot be opened: a record of an earlier text is not the first result.
  const first = all[0] && (settled || !all[0].record) ? 0 : -1;
  const active = position >= 0 ? position : first;
  const optionId = (index: number) => `${id}-${index}`;
  const activeId = active < 0 ? undefined : optionId(active);

  useEffect(() => {
    onActive(activeId);
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId, onActive]);
  useEffect(() => {
    if (!entered || (!activeId && !settled)) return;
    onEntered();
    if (activeId) document.getElementById(activeId)?.click();
  }, [entered, activeId, settled, onEntered]);

  useImperativeHandle(ref, () => ({
    move(key) {
      const target = all[nextOf(key, active, all.length, position >= 0)];
      if (target) setChosen({ key: keyOf(target), text });
      return target !== undefined;
    },
    open() {
      if (activeId) document.getElementById(activeId)?.click();
    },
  }));

  return (
    <>
      <div role="status" className="at-hidden">
        {!empty && settled && (all.length === 1 ? '1 result' : `${all.length} results`)}
      </div>
      <div
        role="listbox"
        id={id}
        aria-label="Results"
        aria-busy={!settled}
        className={classes.list}
      >
        {groups.map(({ title, destinations }, at) => (
          <div key={title} role="group" aria-labelledby={`${id}-group-${at}`}>
            <div id={`${id}-group-${at}`} className={classes.title} role="presentation">
              {title}
              {/* There may be more. */}
              {destinations[0]?.record &&
                destinations.length === limits.searchRows &&
                `, the first ${destinations.length}`}
            </div>
            {destinations.map((destination) => {
              const index = all.indexOf(destination);
              return (
                <SearchOption
                  key={keyOf(destination)}
                  id={optionId(index)}
                  destination={destination}
                  active={index === active}
                  isStale={!settled && Boolean(destination.record)}
                  onLeave={onLeave}
                />
              );
            })}
          </div>
        ))}
      </div>
      {!settled && !all.some(({ record }) => record) && <p className={classes.note}>Searching…</p>}
      {found.failed && !empty && (
        <p className={classes.note}>
          Records cannot be searched now.{' '}
          <button
            type="button"
            className={classes.retry}
            onMouseDown={(event) => event.preventDefault()}
            onClick={found.retry}
          >
            Retry
          </button>
        </p>
      )}
      {settled && !found.failed && all.length === 0 && (
        <p className={classes.note}>
          {empty
            ? 'Type to find pages, students, teachers, classes, classrooms, cohorts and subjects.'
            : 'No results found'}
        </p>
      )}
    </>
  );
}

/** The index that a key selects; Home and End belong to the text until the list is navigated. */
function nextOf(key: string, active: number, count: number, moved: boolean): number {
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : 0;
  if (key === 'ArrowUp') return active > 0 ? active - 1 : count - 1;
  if (key === 'Home' && moved) return 0;
  if (key === 'End' && moved) return count - 1;
  return -1;
}
