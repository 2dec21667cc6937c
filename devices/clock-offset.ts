/** An answer that took longer may have been held back. */
const longestMs = 2000;
/** Clocks that differ by more are refused by the server. */
const mostMs = 300_000;

/** How far the server's clock is ahead of this one, by answers that came at once. */
export function createClockOffset(): {
  /** @param serverTime of the answer, ISO 8601. @param tookMs from the call to its answer. */
  learn: (serverTime: string, tookMs: number) => void;
  /** In milliseconds; null before the first answer. */
  offsetMs: () => number | null;
} {
  let offset: number | null = null;
  return {
    learn(serverTime, tookMs) {
      if (!(tookMs <= longestMs)) return;
      const found = Math.round(Date.parse(serverTime) - (Date.now() - tookMs / 2));
      if (Math.abs(found) <= mostMs) offset = found;
    },
    offsetMs: () => offset,
  };
}
