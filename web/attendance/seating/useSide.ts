import { useState } from 'react';
import type { Side } from './side.ts';

const stored = 'seats-seen-from';

/** From where rooms are seen in this browser; at first from the desk. */
export function useSide(): { side: Side; turn: () => void } {
  const [side, setSide] = useState<Side>(
    localStorage.getItem(stored) === 'class' ? 'class' : 'desk',
  );
  const turn = () => {
    const next = side === 'desk' ? 'class' : 'desk';
    localStorage.setItem(stored, next);
    setSide(next);
  };
  return { side, turn };
}
