import { followAbsences } from './follow.ts';

/** Between two steps. */
const pauseMs = 10_000;
/** Where due messages are left for the next step. */
const shortPauseMs = 200;

/** Follows today's absences until it is stopped; a step that fails is tried again. */
export function keepMessages(
  context: Parameters<typeof followAbsences>[0],
  log: (message: string) => void,
): { stop(): Promise<void> } {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  const plan = (afterMs: number) => {
    timer = setTimeout(() => {
      running = run();
    }, afterMs);
  };
  async function run(): Promise<void> {
    const more = await followAbsences(context).then(
      (done) => done.more,
      (error: Error) => {
        log(`Messages: ${error.message}`);
        return false;
      },
    );
    if (!stopped) plan(more ? shortPauseMs : pauseMs);
  }
  plan(pauseMs);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
