import type { AppContext } from '#server/app-context.ts';
import { createFollower } from './follow.ts';

/** Between two steps, and between the slices of a longer piece of work. */
const pauseMs = 2000;
const shortPauseMs = 100;

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
    const more = await step().then(
      (done) => done.more,
      (error: Error) => {
        log(`Standings: ${error.message}`);
        return false;
      },
    );
    if (!stopped) plan(more ? shortPauseMs : pauseMs);
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
