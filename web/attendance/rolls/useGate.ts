import { useCallback, useEffect, useRef, useState } from 'react';
import { timeOfDay } from '#contract/texts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { gateOf, type Gate } from './gate.ts';
import { useRerender } from './useRerender.ts';

interface Waiting {
  gate: Gate;
  /** The held command, which runs when the gate opens. */
  held: number;
  /** Opens the gate until the page is left. */
  open: () => void;
  /** Runs the action now, or holds it until the gate opens. @returns whether it ran. */
  runOrHold: (by: 'tap' | 'hand', action: () => void) => boolean;
}

/** Holds taps on another day's roll, and all marks long before a class, until the user confirms. */
export function useGate(of: { date: string; start_time: string }): Waiting {
  const { config, now } = useSession();
  const [opened, setOpened] = useState(false);
  const waiting = useRef<(() => void)[]>([]);
  const [held, setHeld] = useState(0);
  const gate = gateOf(of, {
    today: config.today,
    time: timeOfDay(now().toISOString(), config.time_zone),
    development: config.development,
  });
  const is = opened && gate.is !== 'future' ? 'open' : gate.is;

  useRerender(is === 'early');

  useEffect(() => {
    if (is !== 'open') return;
    for (const action of waiting.current.splice(0)) action();
  }, [is]);

  const runOrHold = useCallback(
    (by: 'tap' | 'hand', action: () => void) => {
      if (is === 'open' || (is === 'past' && by === 'hand')) {
        action();
        return true;
      }
      if (is !== 'future') setHeld(waiting.current.push(action));
      return false;
    },
    [is],
  );
  return {
    gate: is === 'open' ? { is } : gate,
    held,
    open: useCallback(() => setOpened(true), []),
    runOrHold,
  };
}
