import { median } from './load.ts';
import { openBrowser, openContext } from './open-browser.ts';
import { measureLoad, measureScrolling, openMetered } from './page-load.ts';
import { storedSessions } from './sign-in.ts';

const rounds = 5;
/** The page is a hundred times as high: scrolling all of it takes minutes. */
const scrolledPixels = 15_000;

/** *Who is here* on a slow phone, as an administrator sees it; times in milliseconds from the navigation. */
export interface BuildingPage {
  /** Until the first rooms are painted: in a browser without anything cached, and by a reload. */
  cold: number;
  reload: number;
  /** Frames a second while it scrolls. */
  frames: number;
}

/** @param token of an administrator. @returns medians. */
export async function measureBuildingPage(base: string, token: string): Promise<BuildingPage> {
  const browser = await openBrowser();
  const stored = (await storedSessions(base))('admin@demo.example', token);
  const open = async () => {
    const rows = 'main h2 > button[aria-expanded]';
    const context = await openContext(browser, { phone: true, worker: false, stored, rows });
    const metered = await openMetered(context, true);
    const go = () => metered.page.goto(`${base}/who-is-here`, { waitUntil: 'commit' });
    return { context, metered, go };
  };
  try {
    const [cold, reload, frames]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < rounds; round++) {
      const { context, metered, go } = await open();
      cold.push((await measureLoad(metered, go)).rows);
      await context.close();
    }
    const { metered, go } = await open();
    // The browser caches compiled code step by step.
    for (let round = 0; round < 2 * rounds; round++)
      reload.push((await measureLoad(metered, go)).rows);
    for (let round = 0; round < 3; round++) {
      await metered.page.evaluate(() => window.scrollTo(0, 0));
      frames.push((await measureScrolling(metered, scrolledPixels)).frames);
    }
    return { cold: median(cold), reload: median(reload.slice(rounds)), frames: median(frames) };
  } finally {
    await browser.close();
  }
}
