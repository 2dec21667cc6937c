import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState, type KeyboardEvent } from 'react';
import type { PlaceOfPeople } from '#contract/attendance/building.ts';
import { counted } from '#web/ui/format.ts';
import { PersonRow } from './PersonRow.tsx';
import { timesOf, type HereGroup, type ShownPerson } from './shown.ts';
import classes from './Building.module.css';

/** Rows that a group draws at first, and with each press more. */
const step = 200;

interface RoomGroupProps {
  group: HereGroup;
  places: readonly PlaceOfPeople[];
  timeZone: string;
  isOpen: boolean;
  toggle: (key: string) => void;
  /** Undefined without a roll call. */
  tick?: ((person: ShownPerson) => void) | undefined;
  /** Ticks everybody of the group who is shown and not accounted for. */
  tickAll?: ((group: HereGroup) => void) | undefined;
}

/** The people of a room, with how many are accounted for; it opens and closes. */
export function RoomGroup({
  group,
  places,
  timeZone,
  isOpen,
  toggle,
  tick,
  tickAll,
}: RoomGroupProps) {
  const id = useId();
  const [most, setMost] = useState(step);
  const { key, title, about, people, expected, accounted, listed, others } = group;
  // Where no one is expected it is done when everybody is ticked.
  const isDone = expected > 0 ? accounted === expected : others === listed;
  const rest = people.length - most;
  const open = people.filter((person) => person.expected && !person.accounted).length;
  return (
    <section className={`at-card ${classes.group}`} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.groupHead}>
          <button
            type="button"
            aria-expanded={isOpen}
            className={classes.fold}
            onClick={() => toggle(key)}
          >
            {isOpen ? (
              <IconChevronDown size={20} aria-hidden="true" />
            ) : (
              <IconChevronRight size={20} aria-hidden="true" />
            )}
            <span>
              {title}
              {about && <small>{about}</small>}
            </span>
            <span className={classes.count} data-done={(tick && isDone) || undefined}>
              {tick && expected > 0
                ? `${accounted} of ${expected}`
                : counted(listed, 'person', 'people')}
            </span>
          </button>
        </h2>
        {isOpen && tickAll && open > 1 && (
          <Button
            variant="default"
            size="sm"
            className={classes.all}
            aria-label={`Tick all ${open} of ${title}`}
            onClick={() => tickAll(group)}
          >
            Tick all {open}
          </Button>
        )}
      </div>
      {isOpen && (
        <>
          <ul className={classes.people} aria-label={`People of ${title}`} onKeyDown={moveByArrows}>
            {people.slice(0, most).map((person) => (
              <PersonRow
                key={person.number}
                person={person}
                place={group.kind === 'may_have_left' ? placeText(places[person.place]) : undefined}
                timeZone={timeZone}
                tick={tick}
              />
            ))}
          </ul>
          {rest > 0 && (
            <Button variant="subtle" fullWidth onClick={() => setMost(most + step)}>
              Show {Math.min(step, rest)} more of {rest}
            </Button>
          )}
        </>
      )}
    </section>
  );
}

/** `A101, until 10:00`. */
const placeText = (place: PlaceOfPeople | undefined): string =>
  place ? [place.room, timesOf(place)].filter(Boolean).join(', ') : '';

/** The arrow keys go from row to row, as on the roll. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('li > button')];
  const at = rows.findIndex((row) => row === document.activeElement);
  const next = rows[at + step];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
