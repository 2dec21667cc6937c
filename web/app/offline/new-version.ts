/**
 * The service worker caches the application's files, so that it starts without the network. A new
 * version is downloaded in the background and activated when `whenIdle` calls back, since that
 * reloads the page.
 */
export async function installWorker(whenIdle: (go: () => void) => void): Promise<void> {
  // `npm run dev` has none: its files change at any time.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const hadOne = Boolean(navigator.serviceWorker.controller);
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  const offer = (worker: ServiceWorker | null) => {
    // The very first worker replaces nothing.
    if (!worker || !hadOne) return;
    whenIdle(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), {
        once: true,
      });
      worker.postMessage({ type: 'SKIP_WAITING' });
    });
  };
  offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => worker.state === 'installed' && offer(worker));
  });
}
