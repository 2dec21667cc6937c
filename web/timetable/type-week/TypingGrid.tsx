import { useLayoutEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import type { ClassSchedule } from '#contract/timetable/timetable.ts';
import type { Weekday } from '#contract/weekdays.ts';
import { ClassEditor } from './ClassEditor.tsx';
import { StoredClass, TypedClass } from './GridCell.tsx';
import { withoutCell, type Fixed } from './grid-state.ts';
import type { Choices } from './names.ts';
import { textOfCell } from './pasted.ts';
import { PeriodCell } from './PeriodCell.tsx';
import { rowOf } from './periods.ts';
import type { Cell, Typing } from './useTyping.ts';
import classes from './TypeWeek.module.css';

interface TypingGridProps {
  typing: Typing;
  days: readonly Weekday[];
  /** The classes that the timetable has already. */
  stored: readonly ClassSchedule[];
  choices: Choices;
  fixed: Fixed;
  /** What is wrong with the new classes, by their keys. */
  problems: ReadonlyMap<number, string[]>;
  paste: (cell: Cell, text: string) => void;
  cleared: () => void;
  /** A tap opens the fields at once. */
  isNarrow: boolean;
}

const steps: Record<string, [row: number, column: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Weekdays and times, with a cell for the classes of each: a grid as spreadsheets are used. */
export function TypingGrid(props: TypingGridProps) {
  const { typing, days, stored, choices, fixed, problems, isNarrow } = props;
  const { grid, active, editing } = typing;
  const root = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    if (typing.focus > 0)
      root.current?.querySelector<HTMLElement>('[data-active]')?.focus({ preventScroll: false });
  }, [typing.focus]);

  function clear(cell: Cell) {
    const place = typing.placeOf(cell);
    if (!place || typing.classesAt(cell).length === 0) return;
    typing.change((before) => withoutCell(before, place));
    props.cleared();
  }
  function open(cell: Cell) {
    if (cell.column < 0) return typing.editPeriod(grid.periods[cell.row]?.key ?? null);
    const [first] = typing.classesAt(cell);
    if (first) typing.edit(first.key);
    else typing.add(cell);
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    if (event.target !== event.currentTarget) return;
    const step = steps[key];
    const isCommand = event.ctrlKey || event.metaKey;
    const takes = () => event.preventDefault();
    if (isCommand && key.toLowerCase() === 'z') {
      takes();
      typing.undo();
      typing.go(active);
    } else if (isCommand || event.altKey) return;
    else if (step) {
      takes();
      typing.go({ row: active.row + step[0], column: active.column + step[1] });
    } else if (key === 'Home' || key === 'End') {
      takes();
      typing.go({ row: active.row, column: key === 'Home' ? 0 : days.length - 1 });
    } else if (key === 'Enter' || key === 'F2') {
      takes();
      open(active);
    } else if (key === 'Delete' || key === 'Backspace') {
      takes();
      clear(active);
    } else if (key.length === 1 && active.column >= 0) {
      takes();
      typing.add(active, key === ' ' || key === '+' ? '' : key);
    }
  }
  /** A click goes to a cell, or opens a class; a double click opens the cell, on a phone a tap. */
  function onClick(event: MouseEvent, cell: Cell) {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest('a, input, button, [role=group], [role=listbox]')) return;
    const key = Number(event.target.closest<HTMLElement>('[data-class]')?.dataset.class);
    typing.go(cell);
    if (key) typing.edit(key);
    else if (isNarrow || event.type === 'dblclick') {
      if (cell.column < 0) open(cell);
      else typing.add(cell);
    }
  }
  /** The properties of a cell that the arrow keys reach. */
  const reached = (cell: Cell) => {
    const isActive = active.row === cell.row && active.column === cell.column;
    // Where its fields are open, Tab goes through these.
    const isOpen =
      cell.column < 0
        ? typing.period === grid.periods[cell.row]?.key
        : typing.classesAt(cell).some(({ key }) => key === editing?.key);
    return {
      tabIndex: isActive && !isOpen ? 0 : -1,
      'data-active': isActive || undefined,
      onKeyDown,
      onClick: (event: MouseEvent) => onClick(event, cell),
      onDoubleClick: (event: MouseEvent) => onClick(event, cell),
    };
  };

  return (
    <table
      ref={root}
      role="grid"
      aria-label="Week"
      className={classes.grid}
      onPaste={(event) => {
        const text = event.clipboardData.getData('text/plain');
        if (active.column < 0 || text.trim() === '') return;
        event.preventDefault();
        props.paste(active, text);
      }}
      onCopy={(event) => {
        const text = textOfCell(typing.classesAt(active));
        if (text === '' || event.target instanceof HTMLInputElement) return;
        event.preventDefault();
        event.clipboardData.setData('text/plain', text);
      }}
    >
      <thead>
        <tr>
          <th scope="col">Time</th>
          {days.map((day) => (
            <th key={day} scope="col">
              {day}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {grid.periods.map((period, row) => (
          <tr key={period.key}>
            <th scope="row" {...reached({ row, column: -1 })}>
              <PeriodCell of={period} typing={typing} />
            </th>
            {days.map((day, column) => (
              <td key={day} {...reached({ row, column })}>
                {stored
                  .filter(
                    (one) =>
                      one.day_of_week === day && rowOf(grid.periods, one.start_time) === period,
                  )
                  .map((one) => (
                    <StoredClass key={one.id} of={one} time={`${period.start}–${period.end}`} />
                  ))}
                {typing
                  .classesAt({ row, column })
                  .map((one) =>
                    editing?.key === one.key ? (
                      <ClassEditor
                        key={one.key}
                        of={one}
                        typing={typing}
                        choices={choices}
                        fixed={fixed}
                        paste={(text) => props.paste({ row, column }, text)}
                      />
                    ) : (
                      <TypedClass
                        key={one.key}
                        of={one}
                        typing={typing}
                        problems={problems.get(one.key) ?? []}
                      />
                    ),
                  )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
