import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react';
import { statusFacts, statuses, type Status } from '#contract/status.ts';
import { cardField } from '#web/platform/reader/fields.ts';
import { isArrow, nearestElement } from './nearest.ts';

/** A status, or with `detailed` a question for its details. */
interface RowMark {
  status: Status;
  detailed: boolean;
}
const marks: Record<string, RowMark> = Object.fromEntries(
  statuses.flatMap((status) => {
    const [mark, details] = statusFacts[status].keys;
    return [
      [mark, { status, detailed: false }],
      [details, { status, detailed: true }],
    ];
  }),
);

/**
 * Keyboard control of the roll: arrows change the row, P, A, L and E mark, Escape focuses the
 * reader's field.
 * @param gapMs readers type faster than this: cards that start with such a letter mark no row.
 */
export function useRowKeys(gapMs: number, mark: (student: string, mark: RowMark) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(mark);
  useEffect(() => {
    latest.current = mark;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      clearTimeout(timer.current);
      const { target } = event;
      if (!(target instanceof HTMLElement)) return;
      const row = target.closest<HTMLElement>('[data-student]');
      const student = row?.dataset.student;
      if (!row || student === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      // The keys of an open menu are its own.
      if (target.closest('[role=menu]')) return;
      if (isStep(event.key, row)) {
        event.preventDefault();
        const next = nextOf(event.key, row);
        if (next) focusRow(next, target);
        else if (event.key === 'ArrowUp') focusCardField();
      } else if (event.key === 'Escape') {
        focusCardField();
      } else {
        const chosen = marks[event.key.toLowerCase()];
        if (chosen) timer.current = setTimeout(() => latest.current(student, chosen), gapMs + 10);
      }
    },
    [gapMs],
  );
}

/** Seats and what stands beside them, where arrows go by what is seen. */
const roomOf = (row: Element): Element | null => row.closest('[data-room]');

const isStep = (key: string, row: HTMLElement): boolean =>
  roomOf(row) ? isArrow(key) : stepOf(key, row) !== 0;

/** The student to whom an arrow leads. */
function nextOf(key: string, row: HTMLElement): Element | undefined {
  const room = roomOf(row);
  if (room) return nearestElement(key, row, [...room.querySelectorAll('[data-student]')]);
  const all = [...(row.parentElement?.children ?? [])];
  return all[all.indexOf(row) + stepOf(key, row)];
}

/** By how many students an arrow moves: to the next row of a list or of a grid, or within the row of a grid. */
function stepOf(key: string, row: HTMLElement): number {
  const isGrid = row.tagName === 'LI';
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const perRow = isGrid ? firstRowOf(row) : 1;
    return key === 'ArrowDown' ? perRow : -perRow;
  }
  if (!isGrid) return 0;
  return key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
}

const topOf = (element: Element): number =>
  element instanceof HTMLElement ? element.offsetTop : 0;

/** How many students are in the first row of a grid. */
function firstRowOf(row: HTMLElement): number {
  const all = [...(row.parentElement?.children ?? [])];
  const [first] = all;
  return first ? all.filter((it) => topOf(it) === topOf(first)).length : 1;
}

function focusRow(row: Element, from: HTMLElement): void {
  const { mark } = from.dataset;
  const target =
    row.querySelector<HTMLElement>(mark ? `[data-mark="${mark}"]` : 'input[type=checkbox]') ??
    row.querySelector<HTMLElement>('button');
  target?.focus();
  target?.scrollIntoView({ block: 'nearest' });
}

/** Focuses a status of a student's row once a dialog above it is gone: the next key goes on from there. */
export function focusMark(student: string, status: Status): void {
  requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>(
        `tr[data-student="${CSS.escape(student)}"] [data-mark="${status}"], li[data-student="${CSS.escape(student)}"] [data-mark]`,
      )
      ?.focus(),
  );
}

export function focusFirstRow(): void {
  document.querySelector<HTMLElement>('[data-student] [data-mark]')?.focus();
}

function focusCardField(): void {
  document.querySelector<HTMLElement>(`[${cardField}]`)?.focus();
}
