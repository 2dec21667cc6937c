/** Work that is repeated until it is stopped. */
export interface Loop {
  /** Resolves when a step that is under way has ended. */
  stop(): Promise<void>;
}

/**
 * Runs `step` again and again; it does not throw.
 * @param step returns the pause until the next one, in milliseconds.
 * @param firstMs the pause before the first one.
 */
export function repeatUntilStopped(step: () => Promise<number>, firstMs: number): Loop {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const plan = (afterMs: number) => {
    timer = setTimeout(() => {
      running = step().then((pause) => {
        if (!isStopped) plan(pause);
      });
    }, afterMs);
  };
  plan(firstMs);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
