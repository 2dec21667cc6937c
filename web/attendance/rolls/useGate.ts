import { useCallback, useEffect, useRef, useState } from 'react';
import { timeOfDay } from '#contract/texts.ts';
import { useSession } from '#web/platform/SessionProvider.tsx';
import { confirm } from '#web/ui/confirm.ts';
import { gateOf, type Gate } from './gate.ts';
import { useRerender } from '#web/platform/useRerender.ts';

interface Waiting {
  gate: Gate;
  /** The held command, which runs when the gate opens. */
  held: number;
  /** Opens the gate until the page is left, or the roll is of another day. */
  open: () => void;
  /** Takes a tap now, or holds it until the gate opens. @returns whether it ran. */
  runOrHold: (action: () => void) => boolean;
  /** Does what somebody does by hand, before the class after a question. */
  runOrAsk: (action: () => void) => void;
}

/** Holds taps on another day's roll and long before a class until the user confirms; marks by hand ask then. */
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

  // Not as it was drawn: the computer may have slept since.
  const stateNow = useCallback(() => {
    const { is: now } = gateNow();
    return now === opened ? 'open' : now;
  }, [gateNow, opened]);
  const runOrHold = useCallback(
    (action: () => void) => {
      const state = stateNow();
      if (state === 'open') action();
      else if (state !== 'future') setHeld(waiting.current.push(action));
      return state === 'open';
    },
    [stateNow],
  );
  const runOrAsk = useCallback(
    (action: () => void) => {
      const state = stateNow();
      if (state === 'open' || state === 'past') return action();
      if (state === 'future') return;
      void confirm({
        title: 'Take this roll already?',
        text: `This class begins at ${start_time}.`,
        yes: 'Take it anyway',
        no: 'Not yet',
      }).then((yes) => {
        if (!yes) return;
        // After the taps that were made before it.
        waiting.current.push(action);
        setOpened(gateNow().is);
      });
    },
    [stateNow, gateNow, start_time],
  );
  return {
    gate: is === 'open' ? { is } : gate,
    held,
    open: useCallback(() => setOpened(gateNow().is), [gateNow]),
    runOrHold,
    runOrAsk,
  };
}
