import { useLayoutEffect, useRef, type MouseEvent, type PointerEvent, type RefObject } from 'react';
import { afterPageMs, movedText, wasAimed } from './aimed-press.ts';
import { toast } from './toasts.ts';

/**
 * A press on a button does nothing where what it acts on has just changed: it was aimed before (R-ROLL-28). Keys are
 * not concerned.
 * @param of what the button acts on, compared by identity; undefined without a button.
 * @param text the message of such a press.
 * @returns the handlers of the button.
 */
export function useSteadyPress(of: unknown, text: string) {
  const steady = useSteadiness(of);
  return {
    onPointerDownCapture: steady.onPointerDownCapture,
    // A mouse that moves says nothing about a button that stays where it is.
    onClickCapture: steady.refuse({ text }),
  };
}

/**
 * The same for a page that shows something else by itself: a press was aimed at what stood there, unless a mouse has
 * moved since.
 * @param of what the page shows, compared by identity.
 * @returns the handlers of the element around the page.
 */
export function useSteadyPage(of: unknown) {
  const mouseAt = useRef(-Infinity);
  const steady = useSteadiness(of);
  return {
    onPointerDownCapture: steady.onPointerDownCapture,
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') mouseAt.current = event.timeStamp;
    },
    onClickCapture: steady.refuse({ text: movedText, mouseAt, withinMs: afterPageMs }),
  };
}

interface Refusal {
  text: string;
  /** When a mouse moved last, where that counts. */
  mouseAt?: RefObject<number>;
  withinMs?: number;
}

function useSteadiness(of: unknown) {
  const changedAt = useRef(-Infinity);
  const pressedAt = useRef(-Infinity);
  const before = useRef(of);

  useLayoutEffect(() => {
    // Where there was no button, no press was aimed at it.
    if (before.current !== undefined && before.current !== of)
      changedAt.current = performance.now();
    before.current = of;
  }, [of]);

  return {
    onPointerDownCapture: (event: PointerEvent) => {
      pressedAt.current = event.timeStamp;
    },
    refuse:
      ({ text, mouseAt, withinMs }: Refusal) =>
      (event: MouseEvent) => {
        const isAimed = wasAimed({
          pressedAt: pressedAt.current,
          movedAt: changedAt.current,
          mouseAt: mouseAt?.current ?? -Infinity,
          withinMs,
        });
        if (event.detail === 0 || isAimed) return;
        event.preventDefault();
        event.stopPropagation();
        toast('error', text);
      },
  };
}
