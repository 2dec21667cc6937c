import { useLayoutEffect, useRef, type MouseEvent, type PointerEvent } from 'react';
import { wasAimed } from './aimed-press.ts';
import { toast } from './toasts.ts';

/**
 * A press on a button does nothing where what it acts on has just changed: it was aimed before (R-ROLL-28). Keys are
 * not concerned.
 * @param of what the button acts on, compared by identity; undefined without a button.
 * @param text the message of such a press.
 * @returns the handlers of the button.
 */
export function useSteadyPress(of: unknown, text: string) {
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
      const moments = { pressedAt: pressedAt.current, movedAt: changedAt.current };
      // A mouse that moves says nothing about a button that stays where it is.
      if (event.detail === 0 || wasAimed({ ...moments, mouseAt: -Infinity })) return;
      event.preventDefault();
      event.stopPropagation();
      toast('error', text);
    },
  };
}
