import { useEffect, useRef, useState } from 'react';
import { padDigit } from '#web/platform/reader/burst.ts';
import { useReader } from '#web/platform/reader/useReader.ts';

/** What was typed up to an Enter or Tab, or until nothing followed. */
export interface Typed {
  /** Counts the taps. */
  number: number;
  /** The characters as the browser got them. */
  text: string;
  /** The key that ended them; null where none came. */
  end: 'Enter' | 'Tab' | null;
  /** The longest pause between two keys, in milliseconds. */
  longestPause: number;
  /** The number that pages would read; null where they read none. */
  read: string | null;
}

interface Keys {
  text: string;
  longestPause: number;
  last: number;
}
const none: Keys = { text: '', longestPause: 0, last: -Infinity };
/** A reader that sends no Enter has ended after this time, in milliseconds. */
const endMs = 1500;
/** Characters of a tap that are shown; those that follow are left out. */
export const maxTyped = 256;

/** The last thing that a reader typed, with what pages would read of it (R-CARD-8). */
export function useTyped(gapMs: number): { typed: Typed | null; clear: () => void } {
  const [typed, setTyped] = useState<Typed | null>(null);
  const read = useRef<string | null>(null);
  useReader({
    gapMs,
    onNumber: (number) => (read.current = number),
    onTorn: () => (read.current = null),
  });

  // After the listener of the reader, which says what it has read.
  useEffect(() => {
    let keys = none;
    let timer = 0;
    function finish(end: Typed['end']) {
      clearTimeout(timer);
      const { longestPause } = keys;
      const number = read.current;
      // Alt codes type nothing that a page receives.
      const text = keys.text || (number ?? '');
      [keys, read.current] = [none, null];
      if (text.length > 1)
        setTyped((before) => ({
          number: (before?.number ?? 0) + 1,
          text,
          end,
          longestPause: Math.round(longestPause),
          read: number,
        }));
    }
    const onKey = (event: KeyboardEvent) => {
      const { timeStamp: at, ctrlKey, metaKey, altKey, repeat } = event;
      if (ctrlKey || metaKey || altKey || (repeat && at - keys.last > gapMs)) return;
      const key = padDigit(event) ?? event.key;
      const isEnd = key === 'Enter' || key === 'Tab';
      if (key.length > 1 && !isEnd) return;
      const pause = keys.text === '' ? 0 : at - keys.last;
      keys = {
        text: isEnd ? keys.text : `${keys.text}${key}`.slice(0, maxTyped),
        longestPause: Math.max(keys.longestPause, pause),
        last: at,
      };
      clearTimeout(timer);
      if (isEnd) finish(key);
      else timer = window.setTimeout(() => finish(null), endMs);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onKey, { capture: true });
    };
  }, [gapMs]);
  return { typed, clear: () => setTyped(null) };
}
