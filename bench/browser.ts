import type { Page } from '@playwright/test';
import { freePort, startServer } from '#server/test/server-process.ts';
import { median } from './load.ts';
import { openBrowser } from './open-browser.ts';

/** Bytes that a browser loads, and the time until a tap is visible, on the demo institute. */
export async function measureBrowser(dataDir: string) {
  const server = await startServer({
    dataDir,
    port: await freePort(),
    env: { READER_GAP_MS: '200' },
  });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    const scripts = new Map<string, number>();
    page.on('response', (answer) => {
      if (answer.url().endsWith('.js'))
        scripts.set(answer.url(), Number(answer.headers()['content-length'] ?? 0));
    });
    const loaded = () =>
      Math.round([...scripts.values()].reduce((sum, bytes) => sum + bytes, 0) / 1024);

    await page.goto(server.base);
    await page.getByRole('button', { name: 'Continue with Microsoft' }).waitFor();
    await page.waitForLoadState('networkidle');
    const signIn = loaded();

    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
    await (await opened).getByRole('button', { name: /Grace Hall/ }).click();
    await page.getByRole('heading', { name: 'Manual attendance' }).waitFor();
    const attendance = loaded();
    return { signInKb: signIn, attendanceKb: attendance, tapMs: await tapTimes(page) };
  } finally {
    await browser.close();
    await server.stop('SIGINT');
  }
}

/** Time from the last key to the frame in which the row is green, for each student of the class. */
async function tapTimes(page: Page): Promise<{ median: number; slowest: number }> {
  await page.locator('[data-live="true"]').waitFor();
  const ids = await page
    .locator('tr[data-student]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-student')!));
  const times: number[] = [];
  for (const id of ids) {
    const shown = page.evaluate(
      (student) =>
        new Promise<number>((resolve) => {
          let pressed = 0;
          const row = document.querySelector(`tr[data-student="${student}"]`)!;
          window.addEventListener(
            'keydown',
            (event) => event.key === 'Enter' && (pressed ||= performance.now()),
            { capture: true, once: false },
          );
          new MutationObserver((_changes, observer) => {
            if (row.getAttribute('data-status') !== 'Present') return;
            observer.disconnect();
            requestAnimationFrame(() => resolve(performance.now() - pressed));
          }).observe(row, { attributes: true });
        }),
      id,
    );
    await page.keyboard.type(id);
    await page.keyboard.press('Enter');
    times.push(await shown);
  }
  return { median: median(times), slowest: Math.max(...times) };
}
