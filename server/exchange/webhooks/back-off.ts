const minute = 60;
const hour = 60 * minute;

/** Between attempts, in seconds: from seconds to a day, for more than three days together. */
const delays = [
  10,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

/** Receivers that come back do not get all events in the same second. */
const jitter = 0.2;

/**
 * Seconds until the next attempt; null after the last one.
 * @param attempts those that failed.
 * @param random from 0 to 1.
 */
export function delayAfter(attempts: number, random: number): number | null {
  const delay = delays[attempts - 1];
  return delay === undefined ? null : delay * (1 + jitter * (2 * random - 1));
}

/** Failures in a row, after which a webhook pauses as a whole. */
const failuresUntilPause = 5;
const firstPauseSeconds = 5;
const maxPauseSeconds = 300;

/**
 * The pause of a webhook whose attempts fail, in seconds; null for none. One event that a receiver
 * refuses does not hold up the others; one that is away is not called for each event.
 */
export function pauseAfter(failures: number): number | null {
  if (failures < failuresUntilPause) return null;
  const doublings = Math.min(10, Math.floor(failures / failuresUntilPause) - 1);
  return Math.min(maxPauseSeconds, firstPauseSeconds * 2 ** doublings);
}
