/** A new version is taken when no card was read for this time, and none waits. */
const idleMs = 600_000;
const checkMs = 60_000;

let waiting: ServiceWorker | null = null;

/** Stores the page on this device, so that it opens without the network. */
export function registerWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/door/sw.js', { updateViaCache: 'none' }).then(
    (registration?: ServiceWorkerRegistration) => {
      // Where workers are blocked there is none.
      if (!registration) return;
      const look = () => {
        waiting = registration.waiting;
        void registration.update().catch(() => {});
      };
      look();
      setInterval(look, checkMs);
    },
    (error: unknown) => console.error('The page could not be stored:', error),
  );
}

/** Takes a new version that waits, if the door is quiet. @param quietMs since the last card. */
export function takeNewVersion(quietMs: number, waitingTaps: number): void {
  if (!waiting || quietMs < idleMs || waitingTaps > 0) return;
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
    once: true,
  });
  waiting.postMessage({ type: 'SKIP_WAITING' });
  waiting = null;
}
