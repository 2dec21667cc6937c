import { useEffect, useLayoutEffect, useRef, type MouseEvent, type PointerEvent } from 'react';
import type { RollRow } from '#contract/marks.ts';
import { toast } from '#web/ui/toasts.ts';

/** Who presses within this time of a move, in milliseconds, has aimed before it. */
const aimedMs = 300;
/** Pixels by which a row may move and still be below the pointer. */
const small = 4;

/** The place of an element on its page, wherever that is scrolled to. */
function topOf(element: HTMLElement): number {
  const { offsetParent } = element;
  return element.offsetTop + (offsetParent instanceof HTMLElement ? topOf(offsetParent) : 0);
}

/**
 * A press on rows that something else than scrolling has just moved marks no one: it was aimed at another row
 * (R-ROLL-28). Keys are not concerned, nor a mouse that has moved since.
 * @param rows the rows that are drawn.
 */
export function useSteadyRows(rows: RollRow[]) {
  const table = useRef<HTMLTableElement>(null);
  const movedAt = useRef(-Infinity);
  const pressedAt = useRef(0);
  const aimedAt = useRef(-Infinity);
  const top = useRef<number | null>(null);
  const order = useRef('');

  useLayoutEffect(() => {
    const now = rows.map(({ student }) => student).join();
    // Rows that are added below the others move none.
    if (order.current !== '' && !now.startsWith(order.current)) movedAt.current = performance.now();
    order.current = now;
  }, [rows]);

  useEffect(() => {
    const main = document.querySelector('main');
    if (!main) return;
    const measure = () => {
      if (!table.current) return;
      const now = topOf(table.current);
      const before = top.current;
      top.current = now;
      if (before !== null && Math.abs(now - before) > small) movedAt.current = performance.now();
    };
    const [resized, changed] = [new ResizeObserver(measure), new MutationObserver(measure)];
    resized.observe(main);
    changed.observe(main, { childList: true, subtree: true });
    return () => {
      resized.disconnect();
      changed.disconnect();
    };
  }, []);

  return {
    table,
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') aimedAt.current = event.timeStamp;
    },
    onPointerDown: (event: PointerEvent) => {
      pressedAt.current = event.timeStamp;
    },
    onClick: (event: MouseEvent) => {
      const isKey = event.detail === 0;
      const after = pressedAt.current - movedAt.current;
      if (isKey || after < 0 || after > aimedMs || aimedAt.current > movedAt.current) return;
      event.preventDefault();
      event.stopPropagation();
      toast('error', 'The list has moved: tap again');
    },
  };
}
