import type { AppContext } from '#server/app-context.ts';
import { repeatUntilStopped, type Loop } from '#server/platform/jobs/loop.ts';
import type { ReportFailure } from '#server/platform/operations/outages.ts';
import { createFollower } from './follow.ts';

/** Between two steps. */
const pauseMs = 2000;
/** Between the steps of a longer piece of work: it takes a fifth of the time, and taps the rest. */
const leastPauseMs = 100;
/** After a step of many seconds, so that what it began is not minutes late. */
const mostPauseMs = 5000;
const restPerWork = 4;

/** Follows the marks until it is stopped; a step that fails is tried again. */
export function keepStandings(
  context: Pick<AppContext, 'database' | 'clock' | 'settings'>,
  report: ReportFailure,
): Loop {
  const follow = createFollower(context);
  return repeatUntilStopped(async () => {
    const start = performance.now();
    const more = await follow().then(
      (done) => done.more,
      (error: Error) => {
        report('Standings', error);
        return false;
      },
    );
    const worked = (performance.now() - start) * restPerWork;
    return more ? Math.min(mostPauseMs, Math.max(leastPauseMs, worked)) : pauseMs;
  }, pauseMs);
}
