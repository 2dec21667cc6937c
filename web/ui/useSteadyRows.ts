import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';
import { movedText, wasAimed } from './aimed-press.ts';
import { hasComeTo, placeOf } from './mouse-travel.ts';
import { toast } from './toasts.ts';

/** Pixels by which a row may move and still be below the pointer. */
const small = 4;

/** Identifies a row by its class or student, which has a new element in another part of a list. */
const keyOf = (row: Element): unknown =>
  row.getAttribute('data-class') ?? row.getAttribute('data-student') ?? row;

/** The places of the rows on the screen. */
const topsOf = (root: HTMLElement, rows: string): Map<unknown, number> =>
  new Map(
    [...root.querySelectorAll(rows)].map((row) => [keyOf(row), row.getBoundingClientRect().top]),
  );

const isNear = (top: number, other: number): boolean => Math.abs(top - other) <= small;

/** Whether a row is at another place, or at the place of another row. */
function areMoved(before: Map<unknown, number>, now: Map<unknown, number>): boolean {
  const gone = [...before].filter(([row]) => !now.has(row)).map(([, top]) => top);
  return [...now].some(([row, top]) => {
    const was = before.get(row);
    return was === undefined ? gone.some((other) => isNear(top, other)) : !isNear(top, was);
  });
}

/**
 * A press on rows that something else than scrolling has just moved, or moves while the finger is down, does nothing: it
 * was aimed at another row (R-ROLL-28). Keys are not concerned, nor a mouse that has moved since.
 * @param rows a selector of the rows.
 * @param withinMs how long after a move a press does nothing, in milliseconds; by default 300.
 * @returns the ref and the handlers of the element around them.
 */
export function useSteadyRows<Root extends HTMLElement>(rows: string, withinMs?: number) {
  const ref = useRef<Root>(null);
  const tops = useRef(new Map<unknown, number>());
  const movedAt = useRef(-Infinity);
  const pressedAt = useRef(-Infinity);

  useEffect(() => {
    const measure = () => {
      if (!ref.current) return;
      const now = topsOf(ref.current, rows);
      if (areMoved(tops.current, now)) movedAt.current = performance.now();
      tops.current = now;
    };
    // Later moves are compared with the places after the scroll.
    const onScroll = () => {
      if (ref.current) tops.current = topsOf(ref.current, rows);
    };
    measure();
    const [resized, changed] = [new ResizeObserver(measure), new MutationObserver(measure)];
    resized.observe(document.querySelector('main') ?? document.body);
    // Dialogs are not within the page's main part.
    changed.observe(document.body, { childList: true, characterData: true, subtree: true });
    window.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      resized.disconnect();
      changed.disconnect();
      window.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [rows]);

  return {
    ref,
    onPointerDownCapture: (event: PointerEvent) => {
      pressedAt.current = event.timeStamp;
    },
    onClickCapture: (event: MouseEvent) => {
      const isKey = event.detail === 0;
      const isAimed = wasAimed({
        pressedAt: pressedAt.current,
        movedAt: movedAt.current,
        hasCome: hasComeTo(placeOf(event), movedAt.current),
        withinMs,
      });
      if (isKey || isAimed) return;
      event.preventDefault();
      event.stopPropagation();
      toast('error', movedText);
    },
  };
}
