import { useReducer, useState } from 'react';
import type { Weekday } from '#contract/weekdays.ts';
import {
  isAt,
  newClass,
  withClass,
  withoutUntyped,
  type Fixed,
  type Grid,
  type Place,
} from './grid-state.ts';
import { withPasted } from './pasted.ts';
import type { Choices } from './names.ts';

/** A cell: a row, and a column, where -1 is the time of the row. */
export interface Cell {
  row: number;
  column: number;
}

/** The class whose fields are open, and what was typed to open them. */
interface Editing {
  key: number;
  text: string;
}

interface State {
  grid: Grid;
  /** The grids before each change, the last one last. */
  past: Grid[];
}
const maxPast = 100;

type Change = (grid: Grid) => Grid;

function reducer({ grid, past }: State, change: Change | 'undo' | { begin: Grid }): State {
  if (change === 'undo') return { grid: past.at(-1) ?? grid, past: past.slice(0, -1) };
  if (typeof change === 'object') return { grid: change.begin, past: [] };
  const next = change(grid);
  return next === grid ? { grid, past } : { grid: next, past: [...past, grid].slice(-maxPast) };
}

interface Given {
  choices: Choices;
  fixed: Fixed;
  days: readonly Weekday[];
  /** All days of the week: a narrow page shows one of them, and a pasted week has them all. */
  allDays: readonly Weekday[];
}

/** The grid, the cell with the focus, and the class that is typed. */
export function useTyping({ choices, fixed, days, allDays }: Given) {
  const [{ grid, past }, change] = useReducer(reducer, {
    grid: { periods: [], classes: [] },
    past: [],
  });
  const [active, setActive] = useState<Cell>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<Editing | null>(null);
  const [period, setPeriod] = useState<number | null>(null);
  /** Another number moves the focus to the active cell. */
  const [focus, setFocus] = useState(0);

  const placeOf = ({ row, column }: Cell): Place | null => {
    const key = grid.periods[row]?.key;
    const day = days[column];
    return key === undefined || day === undefined ? null : { period: key, day };
  };
  const classesAt = (cell: Cell) => {
    const place = placeOf(cell);
    return place ? grid.classes.filter((one) => isAt(one, place)) : [];
  };

  function go(cell: Cell) {
    setActive({
      row: Math.max(0, Math.min(cell.row, grid.periods.length - 1)),
      column: Math.max(-1, Math.min(cell.column, days.length - 1)),
    });
    setEditing(null);
    setPeriod(null);
    setFocus((before) => before + 1);
  }

  function leave(): void {
    if (editing) change((before) => withoutUntyped(before, editing.key, fixed));
    setEditing(null);
  }

  return {
    grid,
    active,
    editing,
    period,
    focus,
    canUndo: past.length > 0,
    change: (of: Change) => change(of),
    begin: (of: Grid) => change({ begin: of }),
    undo: () => {
      setEditing(null);
      change('undo');
    },
    placeOf,
    classesAt,
    go,
    /** Opens the fields of a class. */
    edit: (key: number, text = '') => setEditing({ key, text }),
    /** Opens the fields of a further class of a cell. */
    add(cell: Cell, text = '') {
      const place = placeOf(cell);
      if (!place) return;
      const added = newClass(place, fixed);
      change((before) => withClass(before, added));
      setActive(cell);
      setEditing({ key: added.key, text });
    },
    editPeriod: setPeriod,
    leave,
    /** From the last field of a class: to the next class of its cell, else to the next cell. */
    next() {
      const here = classesAt(active);
      const at = here.findIndex(({ key }) => key === editing?.key);
      const following = here[at + 1];
      leave();
      if (following) return setEditing({ key: following.key, text: '' });
      const isLast = active.column + 1 >= days.length;
      go(
        isLast
          ? { row: active.row + 1, column: 0 }
          : { row: active.row, column: active.column + 1 },
      );
    },
    /** @returns what was filled; null without a cell. */
    paste(cell: Cell, text: string) {
      const place = placeOf(cell);
      if (!place) return null;
      const done = withPasted(grid, text, place, { choices, fixed, days: allDays });
      setEditing(null);
      change(() => done.grid);
      return done;
    },
  };
}
export type Typing = ReturnType<typeof useTyping>;
