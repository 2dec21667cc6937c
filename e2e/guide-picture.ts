import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';

const folder = join(import.meta.dirname, '../docs/guide/pictures');

/**
 * Takes a picture of the guide where `npm run guide` wants it (`GUIDE_PICTURES=write`); the assertions
 * before it hold in every run, so that what the guide shows stays true.
 * @param shown what the picture begins with, to the bottom of `until` or `height` pixels further.
 */
export async function takePicture(
  page: Page,
  name: string,
  { from, until, height }: { from?: Locator; until?: Locator; height?: number } = {},
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
  const size = page.viewportSize() ?? { width: 1366, height: 850 };
  const start = await from?.boundingBox();
  const end = await until?.boundingBox();
  const y = Math.max(0, Math.floor((start?.y ?? 8) - 8));
  const bottom = end ? end.y + end.height + 8 : y + (height ?? size.height);
  await page.screenshot({
    path: join(folder, `${name}.png`),
    clip: { x: 0, y, width: size.width, height: Math.min(bottom, size.height) - y },
    caret: 'hide',
  });
}
