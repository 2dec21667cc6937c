import { useCallback, useEffect, useRef, useState } from 'react';
import { timeOfDay } from '#contract/texts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { gateOf, type Gate } from './gate.ts';
import { useRerender } from './useRerender.ts';

interface Waiting {
  gate: Gate;
  /** The held command, which runs when the gate opens. */
  held: number;
  /** Opens the gate until the page is left, or the roll is of another day. */
  open: () => void;
  /** Runs the action now, or holds it until the gate opens. @returns whether it ran. */
  runOrHold: (by: 'tap' | 'hand', action: () => void) => boolean;
}

/** Holds taps on another day's roll, and all marks long before a class, until the user confirms. */
export function useGate(of: { date: string; start_time: string }): Waiting {
  const { config, now } = useSession();
  const [opened, setOpened] = useState<Gate['is'] | null>(null);
  const waiting = useRef<(() => void)[]>([]);
  const [held, setHeld] = useState(0);
  const { date, start_time } = of;
  const { today, time_zone, development } = config;
  const gateNow = useCallback(() => {
    const time = timeOfDay(now().toISOString(), time_zone);
    return gateOf({ date, start_time }, { today, time, development });
  }, [date, start_time, today, time_zone, development, now]);
  const gate = gateNow();
  const is = gate.is === opened ? 'open' : gate.is;

  useRerender(is === 'early' || (gate.is === 'open' && date < today));

  useEffect(() => {
    if (is !== 'open') return;
    const actions = waiting.current.splice(0);
    if (actions.length === 0) return;
    setHeld(0);
    for (const action of actions) action();
  }, [is]);

  const runOrHold = useCallback(
    (by: 'tap' | 'hand', action: () => void) => {
      // Not as it was drawn: the computer may have slept since.
      const gate = gateNow();
      const is = gate.is === opened ? 'open' : gate.is;
      if (is === 'open' || (is === 'past' && by === 'hand')) {
        action();
        return true;
      }
      if (is !== 'future') setHeld(waiting.current.push(action));
      return false;
    },
    [gateNow, opened],
  );
  return {
    gate: is === 'open' ? { is } : gate,
    held,
    open: useCallback(() => setOpened(gateNow().is), [gateNow]),
    runOrHold,
  };
}
