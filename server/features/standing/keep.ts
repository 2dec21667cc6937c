import type { AppContext } from '#server/app-context.ts';
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
  log: (message: string) => void,
): { stop(): Promise<void> } {
  const step = createFollower(context);
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  const run = async () => {
    const start = performance.now();
    const more = await step().then(
      (done) => done.more,
      (error: Error) => {
        log(`Standings: ${error.message}`);
        return false;
      },
    );
    const worked = (performance.now() - start) * restPerWork;
    const rest = Math.min(mostPauseMs, Math.max(leastPauseMs, worked));
    if (!stopped) plan(more ? rest : pauseMs);
  };
  const plan = (afterMs: number) => {
    timer = setTimeout(() => {
      running = run();
    }, afterMs);
  };
  plan(pauseMs);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
