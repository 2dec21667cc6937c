import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** One load of a page, as its reader has it. Milliseconds from the start of the navigation. */
export interface Load {
  /** When the first page's rows had been painted. */
  rows: number;
  /** First contentful paint. */
  fcp: number;
  /** Without photos and the live stream. */
  requests: number;
  /** Bytes over the network, compressed, in KB; answers of the service worker and of the cache count nothing. */
  kb: number;
  /** … of which JavaScript. */
  scriptKb: number;
  nodes: number;
  shift: number;
}

/** A slow phone: 4 × slower processor, 100 ms a round trip, 10 Mbit/s. */
const phone = { cpu: 4, latency: 100, bytesPerSecond: 10_000_000 / 8 };

/** Opens a page of the context with a meter on it. */
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
  return { page, counted: count(session) };
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
export type Metered = Awaited<ReturnType<typeof openMetered>>;

declare global {
  interface Window {
    /** Set by `watchFor`: when the rows had been painted. */
    rowsAt?: number;
    shift?: number;
  }
}

/** Runs in each page before its own scripts: notes when the first element of the selector has been painted. */
export function watchFor(rows: string): void {
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) window.shift! += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    if (!document.querySelector(rows)) return;
    watcher.disconnect();
    // The second frame begins when the first has been painted.
    requestAnimationFrame(() => requestAnimationFrame(() => (window.rowsAt = performance.now())));
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document, { childList: true, subtree: true });
}

/** Loads the page by `go`, and reads the meter once it is still. */
export async function measureLoad({ page, counted }: Metered, go: () => Promise<unknown>): Promise<Load> {
  counted.reset();
  await go();
  await page.waitForFunction(() => window.rowsAt !== undefined, null, { polling: 50, timeout: 60_000 });
  await untilStill(page, counted);
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

/** Until no request has begun for a while. */
async function untilStill(page: Page, { seen }: Metered['counted']): Promise<void> {
  let before = -1;
  while (before !== seen.requests) {
    before = seen.requests;
    await page.waitForTimeout(400);
  }
}

/** From the click on a link to the rows of the page behind it. @returns milliseconds and requests. */
export async function measureStep(
  { page, counted }: Metered,
  link: string,
  { rows, path, hover }: { rows: string; path: string; hover: boolean },
): Promise<{ ms: number; requests: number; addresses: string[] }> {
  const target = page.locator(link).first();
  const menu = page.getByRole('button', { name: 'Expand the sidebar' });
  if (!(await target.isVisible()) && (await menu.isVisible())) await menu.click();
  await target.waitFor();
  if (hover) {
    await target.hover();
    await page.waitForTimeout(700);
  }
  counted.reset();
  const ms = await page.evaluate(clickAndWait, { link, rows, path });
  await untilStill(page, counted);
  return { ms, requests: counted.seen.requests, addresses: counted.seen.addresses };
}

function clickAndWait({ link, rows, path }: { link: string; rows: string; path: string }): Promise<number> {
  return new Promise((resolve) => {
    const begun = performance.now();
    const old = document.querySelector(rows);
    const look = () => {
      const found = document.querySelector(rows);
      if (location.pathname !== path || !found || found === old) return;
      watcher.disconnect();
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - begun)));
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document, { childList: true, subtree: true });
    document.querySelector<HTMLElement>(link)!.click();
    look();
  });
}
