import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';
import { movedText, wasAimed } from '#web/ui/aimed-press.ts';
import { toast } from '#web/ui/toasts.ts';

/** Pixels by which a row may move and still be below the pointer. */
const small = 4;

/** The places of the rows on the screen. */
const topsOf = (table: HTMLTableElement): Map<Element, number> =>
  new Map([...table.rows].map((row) => [row, row.getBoundingClientRect().top]));

/**
 * A press on rows that something else than scrolling has just moved, or moves while the finger is down, marks no one: it
 * was aimed at another row (R-ROLL-28). Keys are not concerned, nor a mouse that has moved since.
 */
export function useSteadyRows() {
  const table = useRef<HTMLTableElement>(null);
  const tops = useRef(new Map<Element, number>());
  const isScrolled = useRef(false);
  const movedAt = useRef(-Infinity);
  const pressedAt = useRef(-Infinity);
  const mouseAt = useRef(-Infinity);

  useEffect(() => {
    const main = document.querySelector('main');
    if (!main) return;
    const measure = () => {
      if (!table.current) return;
      const now = topsOf(table.current);
      const isMoved = [...now].some(([row, top]) => {
        const before = tops.current.get(row);
        return before !== undefined && Math.abs(top - before) > small;
      });
      if (isMoved && !isScrolled.current) movedAt.current = performance.now();
      tops.current = now;
      isScrolled.current = false;
    };
    const onScroll = () => {
      isScrolled.current = true;
    };
    measure();
    const [resized, changed] = [new ResizeObserver(measure), new MutationObserver(measure)];
    resized.observe(main);
    changed.observe(main, { childList: true, characterData: true, subtree: true });
    window.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      resized.disconnect();
      changed.disconnect();
      window.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, []);

  return {
    table,
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') mouseAt.current = event.timeStamp;
    },
    onPointerDown: (event: PointerEvent) => {
      pressedAt.current = event.timeStamp;
      if (!isScrolled.current || !table.current) return;
      tops.current = topsOf(table.current);
      isScrolled.current = false;
    },
    onClick: (event: MouseEvent) => {
      const isKey = event.detail === 0;
      const isAimed = wasAimed({
        pressedAt: pressedAt.current,
        movedAt: movedAt.current,
        mouseAt: mouseAt.current,
      });
      if (isKey || isAimed) return;
      event.preventDefault();
      event.stopPropagation();
      toast('error', movedText);
    },
  };
}
