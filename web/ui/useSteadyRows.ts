import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react';
import { movedText, wasAimed } from './aimed-press.ts';
import { hasComeTo, placeOf } from './mouse-travel.ts';
import { toast } from './toasts.ts';

/** Pixels by which a row may move and still be below the pointer. */
const small = 4;

/** Milliseconds without a scroll after which a scroll has ended. */
const scrollEndsAfterMs = 100;

/** Identifies a row by its class or student, which has a new element in another part of a list. */
const keyOf = (row: Element): unknown =>
  row.getAttribute('data-class') ?? row.getAttribute('data-student') ?? row;

/** Where a row is, in pixels: on the screen, and within what scrolls. */
interface RowPlace {
  onScreen: number;
  inContent: number;
}

/** How far an element has been scrolled by all around it, in pixels. */
function scrolledBy(element: Element | null | undefined): number {
  let pixels = 0;
  for (let around = element; around; around = around.parentElement) pixels += around.scrollTop;
  return pixels;
}

function placesOf(root: HTMLElement, rows: string): Map<unknown, RowPlace> {
  const found = [...root.querySelectorAll(rows)];
  const scrolled = scrolledBy(found[0]?.parentElement);
  return new Map(
    found.map((row) => {
      const onScreen = row.getBoundingClientRect().top;
      return [keyOf(row), { onScreen, inContent: onScreen + scrolled }];
    }),
  );
}

const isNear = (place: number, other: number): boolean => Math.abs(place - other) <= small;

/** What only scrolls stays where it is in the content, and what sticks to an edge on the screen. */
const isSame = (place: RowPlace, other: RowPlace): boolean =>
  isNear(place.inContent, other.inContent) || isNear(place.onScreen, other.onScreen);

/** Whether a row is at another place, or at the place of another row. */
function areMoved(before: Map<unknown, RowPlace>, now: Map<unknown, RowPlace>): boolean {
  const gone = [...before].filter(([row]) => !now.has(row)).map(([, place]) => place);
  return [...now].some(([row, place]) => {
    const was = before.get(row);
    return was === undefined
      ? gone.some((other) => isNear(place.inContent, other.inContent))
      : !isSame(was, place);
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
  const places = useRef(new Map<unknown, RowPlace>());
  const movedAt = useRef(-Infinity);
  const pressedAt = useRef(-Infinity);

  useEffect(() => {
    const measure = () => {
      if (!ref.current) return;
      const now = placesOf(ref.current, rows);
      if (areMoved(places.current, now)) movedAt.current = performance.now();
      places.current = now;
    };
    // Later moves are compared with the places after the scroll. Measuring 500 rows for each frame of it would be slow.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (ref.current) places.current = placesOf(ref.current, rows);
      }, scrollEndsAfterMs);
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
      clearTimeout(timer);
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
