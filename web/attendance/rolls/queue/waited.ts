import type { PendingMark } from '#web/platform/offline/storage.ts';

/** When marks of this page were made, by a clock that is never set: milliseconds since it was opened. */
const madeHere = new Map<string, number>();

/** @param with the key of the mark that it repeats. */
export const noteMade = (key: string, repeated?: string): void =>
  void madeHere.set(key, madeHere.get(repeated ?? '') ?? performance.now());

/**
 * How long ago a mark was made, in milliseconds. The clock of the device may have been set back meanwhile, and the
 * one of the page stands still while the device sleeps: the longer time is the right one.
 */
export function waitedMs({ key, at }: Pick<PendingMark, 'key' | 'at'>): number {
  const byClock = Date.now() - at;
  const made = madeHere.get(key);
  if (made !== undefined) return Math.max(byClock, performance.now() - made);
  // Another page has made it: not later than this one was opened.
  return byClock < 0 ? performance.now() : byClock;
}
