import { useLayoutEffect, useRef, type MouseEvent, type PointerEvent } from 'react';
import { afterPageMs, movedText, wasAimed } from './aimed-press.ts';
import { hasComeTo, placeOf } from './mouse-travel.ts';
import { toast } from './toasts.ts';

/**
 * A press on a button does nothing where what it acts on has just changed: it was aimed before (R-ROLL-28). Keys are
 * not concerned.
 * @param of what the button acts on, compared by identity; undefined without a button.
 * @param text the message of such a press.
 * @returns the handlers of the button.
 */
export const useSteadyPress = (of: unknown, text: string) => useSteadiness(of, { text });

/**
 * The same for a page that shows something else by itself: a press was aimed at what stood there, unless a mouse has
 * moved since.
 * @param of what the page shows, compared by identity.
 * @returns the handlers of the element around the page.
 */
export const useSteadyPage = (of: unknown) =>
  useSteadiness(of, { text: movedText, withinMs: afterPageMs, followsMouse: true });

interface Steadiness {
  text: string;
  withinMs?: number;
  /** A mouse that moves says nothing about a button that stays where it is. */
  followsMouse?: boolean;
}

function useSteadiness(of: unknown, { text, withinMs, followsMouse = false }: Steadiness) {
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
    onClickCapture: (event: MouseEvent) => {
      const isAimed = wasAimed({
        pressedAt: pressedAt.current,
        movedAt: changedAt.current,
        hasCome: followsMouse && hasComeTo(placeOf(event), changedAt.current),
        withinMs,
      });
      if (event.detail === 0 || isAimed) return;
      event.preventDefault();
      event.stopPropagation();
      toast('error', text);
    },
  };
}
