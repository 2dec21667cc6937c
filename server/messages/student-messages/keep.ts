import { repeatUntilStopped, type Loop } from '#server/platform/jobs/loop.ts';
import type { ReportFailure } from '#server/platform/operations/outages.ts';
import { followAbsences } from './follow.ts';

/** Between two steps. */
const pauseMs = 10_000;
/** Where due messages are left for the next step. */
const shortPauseMs = 200;

/** Follows today's absences until it is stopped; a step that fails is tried again. */
export function keepMessages(
  context: Parameters<typeof followAbsences>[0],
  report: ReportFailure,
): Loop {
  return repeatUntilStopped(
    () =>
      followAbsences(context).then(
        ({ more }) => (more ? shortPauseMs : pauseMs),
        (error: Error) => {
          report('Messages', error);
          return pauseMs;
        },
      ),
    pauseMs,
  );
}
