import { useEffect } from 'react';

/** The dialog closes without input: the next person does not find it open. */
const idleMs = 30_000;

/** Calls `onIdle`, which has to be stable, when there was no input for some time. */
export function useIdle(onIdle: () => void): void {
  useEffect(() => {
    let timer = setTimeout(onIdle, idleMs);
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(onIdle, idleMs);
    };
    // Not keys: the cards of who passes are keys as well.
    const inputs = ['input', 'focusin', 'pointerdown'];
    for (const input of inputs) addEventListener(input, again);
    return () => {
      clearTimeout(timer);
      for (const input of inputs) removeEventListener(input, again);
    };
  }, [onIdle]);
}
