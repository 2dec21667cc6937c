import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { needChromium } from '../scripts/chromium.ts';
import { watchFor } from './page-load.ts';
import type { StoredSession } from './sign-in.ts';

/** Starts Chromium; root has no sandbox for it. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: needChromium(true),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });

interface Opened {
  /** The size of a phone's screen, otherwise of a laptop's. */
  phone: boolean;
  /** Whether the page may have a service worker. */
  worker: boolean;
  /** The session storage of the user. */
  stored: StoredSession;
  /** A selector of what the page is opened for: `rowsAt` is the time at which the first one is painted. */
  rows: string;
}

/** Opens a context with nothing cached, whose pages are signed in and record when their rows are painted. */
export async function openContext(
  browser: Browser,
  { phone, worker, stored, rows }: Opened,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1366, height: 850 },
    serviceWorkers: worker ? 'allow' : 'block',
    reducedMotion: 'reduce',
  });
  await context.addInitScript((session) => {
    for (const [name, value] of Object.entries(session)) sessionStorage.setItem(name, value);
  }, stored);
  await context.addInitScript(watchFor, rows);
  return context;
}
