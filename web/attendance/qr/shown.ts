import type { QrCode } from '#contract/attendance/qr.ts';

/** The smallest wait, so that a page that is late does not turn in circles. */
const leastMs = 50;
const stepMs = 5000;

/**
 * The code to show some milliseconds after the answer came, and when the next one follows; none once
 * all that were sent are over.
 */
export function shownAt(
  codes: readonly QrCode[],
  passedMs: number,
): { code: QrCode | null; changesIn: number } {
  const code = codes.findLast(({ shown_in_ms }) => shown_in_ms <= passedMs) ?? null;
  const endsIn = code === null ? 0 : code.shown_in_ms + stepMs - passedMs;
  return endsIn > 0
    ? { code, changesIn: Math.max(leastMs, endsIn) }
    : { code: null, changesIn: stepMs };
}
