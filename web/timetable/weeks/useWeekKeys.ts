import type { KeyboardEvent } from 'react';

const arrows: Record<string, [days: number, classes: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const pages: Record<string, -1 | 0 | 1> = { PageUp: -1, PageDown: 1, Home: 0 };

/** Keys of the week: to other weeks, and from one class to another. */
export const useWeekKeys =
  (turn: (weeks: -1 | 0 | 1) => void) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { target, currentTarget: region } = event;
    // An open menu has keys of its own.
    if (!(target instanceof HTMLElement) || !region.contains(target)) return;
    const page = pages[event.key];
    if (page !== undefined) {
      event.preventDefault();
      region.focus();
      turn(page);
      return;
    }
    const arrow = arrows[event.key];
    if (!arrow || !target.matches('[data-block]')) return;
    const next = neighbourOf(region, target, arrow);
    event.preventDefault();
    next?.focus();
  };

/** The previous or next class on its day, or the nearest one on the next day with classes. */
function neighbourOf(
  region: HTMLElement,
  from: HTMLElement,
  [days, classes]: [days: number, classes: number],
): HTMLElement | undefined {
  const columns = [...region.querySelectorAll<HTMLElement>('[data-day]')].map((day) =>
    // A folded day has none to go to.
    [...day.querySelectorAll<HTMLElement>('[data-block]')].filter((block) =>
      block.checkVisibility(),
    ),
  );
  const at = columns.findIndex((column) => column.includes(from));
  const column = columns[at] ?? [];
  if (days === 0) return column[column.indexOf(from) + classes];
  const others = days < 0 ? columns.slice(0, at).toReversed() : columns.slice(at + 1);
  const beside = others.find(({ length }) => length > 0) ?? [];
  const top = (block: HTMLElement) => block.getBoundingClientRect().top;
  return beside.toSorted((a, b) => Math.abs(top(a) - top(from)) - Math.abs(top(b) - top(from)))[0];
}
