/**
 * HTTP/1.1 gives a browser six connections to a server: with as many streams in its tabs, no other request
 * gets through.
 */
const maxStreams = 4;

/** A hidden page keeps its stream for this long, in milliseconds. */
const hiddenMs = 5000;

/**
 * A place for one stream among those of all tabs of this browser.
 * @returns gives it up; null while others have all places.
 */
export async function takePlace(): Promise<(() => void) | null> {
  if (sharesOneConnection() || !('locks' in navigator)) return () => undefined;
  for (let number = 1; number <= maxStreams; number++) {
    const release = await lockIfFree(`attendance-stream-${number}`);
    if (release) return release;
  }
  return null;
}

/** HTTP/2 and HTTP/3 carry all requests over one connection; a page of the service worker does not name its own. */
function sharesOneConnection(): boolean {
  const [page] = performance.getEntriesByType('navigation');
  return page instanceof PerformanceNavigationTiming && /^h[23]/.test(page.nextHopProtocol);
}

const lockIfFree = (name: string) =>
  new Promise<(() => void) | null>((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (!lock) return resolve(null);
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });

/** Resolves when the page is visible, or the signal is aborted. */
export function whenVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = new AbortController();
    const check = () => {
      if (document.visibilityState === 'hidden' && !signal.aborted) return;
      stop.abort();
      resolve();
    };
    document.addEventListener('visibilitychange', check, { signal: stop.signal });
    signal.addEventListener('abort', check, { signal: stop.signal });
    check();
  });
}

/** Aborted when the page has been hidden for a while. @param end stops watching. */
export function whenHidden(end: AbortSignal): AbortSignal {
  const hidden = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = setTimeout(() => hidden.abort(), hiddenMs);
  };
  document.addEventListener('visibilitychange', check, { signal: end });
  end.addEventListener('abort', () => clearTimeout(timer));
  check();
  return hidden.signal;
}
