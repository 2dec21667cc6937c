import { useCallback, useEffect, useRef, type KeyboardEvent } from 'react';
import { statusFacts, statuses, type Status } from '#contract/status.ts';
import { cardField } from '#web/platform/reader/fields.ts';

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
      const row = target.closest<HTMLElement>('tr[data-student]');
      const student = row?.dataset.student;
      if (!row || student === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        const next =
          event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
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
        `tr[data-student="${CSS.escape(student)}"] [data-mark="${status}"]`,
      )
      ?.focus(),
  );
}

export function focusFirstRow(): void {
  document.querySelector<HTMLElement>('tr[data-student] [data-mark]')?.focus();
}

function focusCardField(): void {
  document.querySelector<HTMLElement>(`[${cardField}]`)?.focus();
}
