import { ApiError } from '#server/platform/http/api-error.ts';

/** Claims of one session in a minute: a lecture of a thousand, each three times. */
const maxClaims = 3000;
const claimWindowMs = 60_000;

/**
 * Counts the claims of each session. Only users who have scanned a code count: others cannot use up
 * a session's claims.
 */
export function createClaimLimit(): (session: number, now: number) => void {
  const counts = new Map<number, { since: number; claims: number }>();
  return function assertNotTooMany(session, now) {
    const known = counts.get(session);
    const count = known && now - known.since < claimWindowMs ? known : { since: now, claims: 0 };
    count.claims++;
    if (counts.size > 10_000) counts.clear();
    counts.set(session, count);
    if (count.claims > maxClaims)
      throw new ApiError(
        429,
        { detail: 'Too many phones check in to this class at once: scan again in a minute.' },
        { 'retry-after': '60' },
      );
  };
}
