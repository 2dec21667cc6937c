import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';

const folder = join(import.meta.dirname, '../docs/guide/pictures');

interface Shown {
  /** What the picture begins with; the top of the screen without one. */
  from?: Locator;
  /** What it ends with, or after how many pixels. */
  until?: Locator;
  height?: number;
  /** Not the sidebar and the header. */
  isPage?: boolean;
}

/**
 * Takes a picture of the guide where `npm run guide` wants it (`GUIDE_PICTURES=write`); the assertions
 * before it hold in every run, so that what the guide shows stays true.
 */
export async function takePicture(
  page: Page,
  name: string,
  { from, until, height, isPage = false }: Shown = {},
): Promise<void> {
  if (process.env.GUIDE_PICTURES !== 'write') return;
  await page.mouse.move(0, 0);
  // Photos come after the rows.
  await page.evaluate(async () => {
    const shown = [...document.images].filter(
      (it) => it.getBoundingClientRect().top < window.innerHeight,
    );
    await Promise.all(shown.map((it) => it.decode().catch(() => {})));
  });
  const { width, height: bottom } = page.viewportSize() ?? { width: 1366, height: 850 };
  const frame = isPage ? await page.locator('main').boundingBox() : null;
  const [start, end] = [await from?.boundingBox(), await until?.boundingBox()];
  const x = Math.floor(frame?.x ?? 0);
  const y = Math.max(0, Math.floor(start ? start.y - 8 : (frame?.y ?? 0)));
  const wanted = end ? end.y + end.height + 8 : y + (height ?? bottom);
  await page.screenshot({
    path: join(folder, `${name}.png`),
    clip: { x, y, width: width - x, height: Math.min(wanted, bottom) - y },
    caret: 'hide',
  });
}
