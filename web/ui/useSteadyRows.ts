import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';
import { movedText, wasAimed } from './aimed-press.ts';
import { toast } from './toasts.ts';

/** Pixels by which a row may move and still be below the pointer. */
const small = 4;

/** The places of the rows on the screen. */
const topsOf = (root: HTMLElement, rows: string): Map<Element, number> =>
  new Map([...root.querySelectorAll(rows)].map((row) => [row, row.getBoundingClientRect().top]));

/**
 * A press on rows that something else than scrolling has just moved, or moves while the finger is down, does nothing: it
 * was aimed at another row (R-ROLL-28). Keys are not concerned, nor a mouse that has moved since.
 * @param rows a selector of the rows.
 * @param withinMs how long after a move a press does nothing, in milliseconds; by default 300.
 * @returns the ref and the handlers of the element around them.
 */
export function useSteadyRows<Root extends HTMLElement>(rows: string, withinMs?: number) {
  const ref = useRef<Root>(null);
  const tops = useRef(new Map<Element, number>());
  const movedAt = useRef(-Infinity);
  const pressedAt = useRef(-Infinity);
  const mouseAt = useRef(-Infinity);

  useEffect(() => {
    const measure = () => {
      if (!ref.current) return;
      const now = topsOf(ref.current, rows);
      const isMoved = [...now].some(([row, top]) => {
        const before = tops.current.get(row);
        return before !== undefined && Math.abs(top - before) > small;
      });
      if (isMoved) movedAt.current = performance.now();
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
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') mouseAt.current = event.timeStamp;
    },
    onPointerDownCapture: (event: PointerEvent) => {
      pressedAt.current = event.timeStamp;
    },
    onClickCapture: (event: MouseEvent) => {
      const isKey = event.detail === 0;
      const isAimed = wasAimed({
        pressedAt: pressedAt.current,
        movedAt: movedAt.current,
        mouseAt: mouseAt.current,
        withinMs,
      });
      if (isKey || isAimed) return;
      event.preventDefault();
      event.stopPropagation();
      toast('error', movedText);
    },
  };
}
