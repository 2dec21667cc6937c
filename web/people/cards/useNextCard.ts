import { useCallback, useRef, useState } from 'react';

/** The card that is read while another one is given, and those that were read and not taken. */
export function useNextCard() {
  const now = useRef<string | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [dropped, setDropped] = useState<string[]>([]);
  const [round, setRound] = useState(0);

  /** The card is in hand: it no longer has to be tapped again. */
  const found = useCallback(
    (number: string) => setDropped((before) => before.filter((other) => other !== number)),
    [],
  );
  const set = useCallback((number: string | null) => {
    now.current = number;
    setNext(number);
  }, []);
  /** The page names a card that is not taken. */
  const miss = useCallback(
    (number: string) =>
      setDropped((before) => (before.includes(number) ? before : [...before, number])),
    [],
  );
  /** The waiting card is not taken. */
  const drop = useCallback(() => {
    const { current: number } = now;
    if (number !== null) miss(number);
    set(null);
  }, [miss, set]);
  /** The card comes next, instead of one that waits already. */
  const wait = useCallback(
    (number: string) => {
      if (now.current !== number) drop();
      found(number);
      set(number);
    },
    [drop, found, set],
  );
  const take = useCallback(() => {
    const { current: number } = now;
    set(null);
    return number;
  }, [set]);
  return {
    next,
    dropped,
    wait,
    drop,
    miss,
    take,
    found,
    forget: useCallback(() => setDropped([]), []),
    /** Incremented when a student is searched for from the beginning. */
    round,
    restartSearch: useCallback(() => setRound((number) => number + 1), []),
  };
}
