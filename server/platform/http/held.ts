/** Bytes that are held in memory for each user, or address. */
export interface Held {
  /** @returns a function that releases them; null when they would exceed `max`; the first always fit. */
  add(key: string, bytes: number, max: number): (() => void) | null;
}

export function createHeld(): Held {
  const held = new Map<string, number>();
  return {
    add(key, bytes, max) {
      const before = held.get(key) ?? 0;
      if (before > 0 && before + bytes > max) return null;
      held.set(key, before + bytes);
      let released = false;
      return () => {
        if (released) return;
        released = true;
        const left = (held.get(key) ?? 0) - bytes;
        if (left > 0) held.set(key, left);
        else held.delete(key);
      };
    },
  };
}
