import { useMemo } from 'react';
import { roomsOf } from '#contract/timetable/further-names.ts';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import { compareNumbered } from '#web/ui/format.ts';
import { capitalize } from '#web/ui/labels.ts';
import { useDrawn } from '#web/ui/useDrawn.ts';
import { rollStates, type DayFilter } from './day.ts';
import { useTyped } from '#web/ui/useTyped.ts';
import classes from './Dashboard.module.css';

interface DayFiltersProps {
  /** The day's classes, for the choice of rooms. */
  all: ClassSchedule[];
  shown: number;
  /** Without a state there is no choice of it. */
  value: Omit<DayFilter, 'state'> & Partial<DayFilter>;
  onChange: (next: Partial<DayFilter>) => void;
}

const pauseMs = 200;

/** Filters the classes of a day. */
export function DayFilters({ all, shown, value, onChange }: DayFiltersProps) {
  const [text, setText] = useTyped(value.text, (next) => onChange({ text: next }), pauseMs);
  // A large institute has hundreds of rooms, which the first frame need not wait for.
  const drawn = useDrawn();
  const rooms = useMemo(
    () =>
      drawn
        ? [
            ...new Set(all.flatMap((it) => roomsOf(it).map(({ room_number }) => room_number))),
          ].toSorted(compareNumbered)
        : [value.room].filter(Boolean),
    [all, drawn, value.room],
  );
  return (
    <search className={classes.filters}>
      <input
        type="search"
        className="at-field"
        aria-label="Find in this day"
        placeholder="Subject, room, teacher"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <select
        className="at-field"
        aria-label="Room"
        value={value.room}
        onChange={(event) => onChange({ room: event.currentTarget.value })}
      >
        <option value="">All rooms</option>
        {rooms.map((room) => (
          <option key={room}>{room}</option>
        ))}
      </select>
      {value.state !== undefined && (
        <select
          className="at-field"
          aria-label="State"
          value={value.state}
          onChange={(event) => onChange({ state: event.currentTarget.value })}
        >
          <option value="">All states</option>
          {rollStates.map((state) => (
            <option key={state} value={state}>
              {capitalize(state)}
            </option>
          ))}
        </select>
      )}
      <span role="status">
        {shown} of {all.length} classes
      </span>
    </search>
  );
}
