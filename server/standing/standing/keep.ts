import type { AppContext } from '#server/app-context.ts';
import { repeatUntilStopped, type Loop } from '#server/platform/jobs/loop.ts';
import type { ReportFailure } from '#server/platform/operations/outages.ts';
import { createFollower, type Step } from './follow.ts';

/** Between two steps. */
const pauseMs = 2000;
/**
 * Between the steps of a longer piece of work: while marks are made it takes a fifth of the time, and
 * taps the rest; while none are, nine tenths.
 */
const rests = {
  busy: { perWork: 4, leastMs: 100 },
  idle: { perWork: 0.1, leastMs: 10 },
};
/** After a step of many seconds, so that what it began is not minutes late. */
const mostPauseMs = 5000;

/** How long to rest after a step that took so many milliseconds. */
export function restAfter(
  { more, isBusy }: Pick<Step, 'more' | 'isBusy'>,
  workedMs: number,
): number {
  if (!more) return pauseMs;
  const { perWork, leastMs } = isBusy ? rests.busy : rests.idle;
  return Math.min(mostPauseMs, Math.max(leastMs, workedMs * perWork));
}

/** Follows the marks until it is stopped; a step that fails is tried again. */
export function keepStandings(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  report: ReportFailure,
): Loop {
  const follow = createFollower(context);
  return repeatUntilStopped(async () => {
    const start = performance.now();
    const done = await follow().catch((error: Error) => {
      report('Standings', error);
      return { more: false, isBusy: false };
    });
    return restAfter(done, performance.now() - start);
  }, pauseMs);
}
