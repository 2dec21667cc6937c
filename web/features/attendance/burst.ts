/** Tells a card reader, which types like a very fast keyboard, from a person. */
export interface Burst {
  /** @returns the card number when this key ends a reader's burst. */
  key(key: string, atMs: number): string | null;
  /** Whether a burst begins with this key: then is the time to remember what the focused field holds. */
  begins(atMs: number): boolean;
}

const shortest = 4;

/** @param gapMs the longest pause between two keys of a reader. */
export function createBurst(gapMs: number): Burst {
  let typed = '';
  let last = -Infinity;
  const goesOn = (at: number) => at - last <= gapMs;
  return {
    begins: (at) => typed === '' || !goesOn(at),
    key(key, at) {
      const continued = goesOn(at);
      last = at;
      if (key === 'Enter') {
        const card = continued && typed.length >= shortest ? typed : null;
        typed = '';
        return card;
      }
      if (key.length === 1) typed = continued ? typed + key : key;
      return null;
    },
  };
}
