import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** Measurements of one page load; milliseconds from the start of the navigation. */
export interface Load {
  /** Time at which the first page's rows were painted. */
  rows: number;
  /** First contentful paint. */
  fcp: number;
  /** Number of requests, without photos and the live stream. */
  requests: number;
  /**
   * Bytes over the network, compressed, in KB; responses of the service worker and the cache do not
   * count.
   */
  kb: number;
  /** … of which JavaScript. */
  scriptKb: number;
  nodes: number;
  shift: number;
}

/** A slow phone: 4 × slower processor, 100 ms a round trip, 10 Mbit/s. */
const phone = { cpu: 4, latency: 100, bytesPerSecond: 10_000_000 / 8 };

/** Opens a page of the context whose requests and paints are measured. */
export async function openMetered(context: BrowserContext, isPhone: boolean) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  if (isPhone) {
    await session.send('Emulation.setCPUThrottlingRate', { rate: phone.cpu });
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: phone.latency,
      downloadThroughput: phone.bytesPerSecond,
      uploadThroughput: phone.bytesPerSecond,
    });
  }
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'rowsPainted' });
  let painted = Promise.withResolvers<void>();
  session.on('Runtime.bindingCalled', ({ name }) => name === 'rowsPainted' && painted.resolve());
  /** Starts to wait for the rows of a load; polling the page would distort the measurement. */
  const expectRows = (): Promise<void> => {
    painted = Promise.withResolvers<void>();
    return painted.promise;
  };
  return { page, counted: count(session), expectRows };
}

const uncounted = /\/file\/|\/faces\/|attendance\/live\?|^data:|^blob:/;

function count(session: CDPSession) {
  const seen = { requests: 0, bytes: 0, scriptBytes: 0, addresses: [] as string[] };
  const types = new Map<string, string>();
  session.on('Network.requestWillBeSent', ({ request, requestId, type }) => {
    if (uncounted.test(request.url)) return;
    seen.requests++;
    seen.addresses.push(new URL(request.url).pathname);
    types.set(requestId, type ?? 'Other');
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const type = types.get(requestId);
    if (type === undefined) return;
    seen.bytes += encodedDataLength;
    if (type === 'Script') seen.scriptBytes += encodedDataLength;
  });
  return {
    seen,
    reset: () => Object.assign(seen, { requests: 0, bytes: 0, scriptBytes: 0, addresses: [] }),
  };
}
type Metered = Awaited<ReturnType<typeof openMetered>>;

declare global {
  interface Window {
    /** Set by `watchFor`: the time at which the rows were painted. */
    rowsAt?: number;
    /** Notifies the bench; a binding of the DevTools session. */
    rowsPainted?: (text: string) => void;
    shift?: number;
  }
}

/** Runs in each page before its own scripts; records when the first element of the selector is painted. */
export function watchFor(rows: string): void {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) window.shift! += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const check = () => {
    if (!document.querySelector(rows)) return;
    watcher.disconnect();
    // The second frame starts after the first is painted.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        window.rowsAt = performance.now();
        window.rowsPainted?.('');
      }),
    );
  };
  const watcher = new MutationObserver(check);
  watcher.observe(document, { childList: true, subtree: true });
}

/** Loads the page with `go`; measures when no more requests are sent. */
export async function measureLoad(
  { page, counted, expectRows }: Metered,
  go: () => Promise<unknown>,
): Promise<Load> {
  counted.reset();
  const rows = expectRows();
  await go();
  await rows;
  await waitUntilIdle(page, counted);
  return page.evaluate(
    ({ requests, bytes, scriptBytes }) => ({
      rows: window.rowsAt!,
      fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
      requests,
      kb: bytes / 1024,
      scriptKb: scriptBytes / 1024,
      nodes: document.querySelectorAll('*').length,
      shift: window.shift!,
    }),
    counted.seen,
  );
}

/** Waits until no request has started for 400 ms. */
async function waitUntilIdle(page: Page, { seen }: Metered['counted']): Promise<void> {
  let before = -1;
  while (before !== seen.requests) {
    before = seen.requests;
    await page.waitForTimeout(400);
  }
}

/** A step from page to page; milliseconds from the click on its link. */
export interface Walk {
  /** Time at which the rows were painted, as in `Load`. */
  rows: number;
  /** Time at which the first frame of the new page, with its heading, had been painted. */
  frame: number;
  requests: number;
  addresses: string[];
}

/** Measures a click on a link until its page has its rows. */
export async function measureStep(
  { page, counted }: Metered,
  link: string,
  { rows, path, hover }: { rows: string; path: string; hover: boolean },
): Promise<Walk> {
  const target = page.locator(link).first();
  const menu = page.getByRole('button', { name: 'Expand the sidebar' });
  if (!(await target.isVisible()) && (await menu.isVisible())) await menu.click();
  await target.waitFor();
  if (hover) {
    await target.hover();
    await page.waitForTimeout(700);
  }
  counted.reset();
  const times = await page.evaluate(clickAndWait, { link, rows, path });
  await waitUntilIdle(page, counted);
  return { ...times, requests: counted.seen.requests, addresses: counted.seen.addresses };
}

function clickAndWait({
  link,
  rows,
  path,
}: {
  link: string;
  rows: string;
  path: string;
}): Promise<Pick<Walk, 'rows' | 'frame'>> {
  const heading = () => document.querySelector('main h1')?.textContent;
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const previous = { row: document.querySelector(rows), heading: heading() };
    let frame: Promise<number> | undefined;
    const check = () => {
      if (location.pathname !== path) return;
      if (!frame && heading() !== undefined && heading() !== previous.heading) frame = painted();
      const found = document.querySelector(rows);
      if (!found || found === previous.row) return;
      watcher.disconnect();
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const at = performance.now() - startedAt;
          void Promise.resolve(frame).then((drawn) => resolve({ rows: at, frame: drawn ?? at }));
        }),
      );
    };
    /** A message that is sent before a frame is painted arrives after it. */
    const painted = () =>
      new Promise<number>((done) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => done(performance.now() - startedAt);
          port2.postMessage('');
        });
      });
    const watcher = new MutationObserver(check);
    watcher.observe(document, { childList: true, subtree: true });
    document.querySelector<HTMLElement>(link)!.click();
    check();
  });
}

/** How a long page scrolls. */
export interface Scrolling {
  /** Frames a second; a screen shows 60. */
  frames: number;
  /** The longest pause between two frames, in milliseconds. */
  longest: number;
}

/**
 * Scrolls a loaded page from top to bottom, as a finger does: about 3,000 pixels a second.
 * @param until at most this many pixels.
 */
export const measureScrolling = (
  { page }: Metered,
  until = Number.MAX_SAFE_INTEGER,
): Promise<Scrolling> =>
  page.evaluate(
    (most) =>
      new Promise<Scrolling>((resolve) => {
        const times: number[] = [];
        const pixels = 50;
        const step = (at: number) => {
          times.push(at);
          const before = window.scrollY;
          window.scrollBy(0, pixels);
          if (window.scrollY > before && window.scrollY < most)
            return void requestAnimationFrame(step);
          const pauses = times.slice(1).map((time, index) => time - times[index]!);
          const whole = times.at(-1)! - times[0]!;
          resolve({ frames: (1000 * pauses.length) / whole, longest: Math.max(...pauses) });
        };
        requestAnimationFrame(step);
      }),
    until,
  );
