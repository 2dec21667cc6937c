import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, test as base, type Page } from '@playwright/test';
import { freePort, startServer, type ServerProcess } from '../server/test/server-process.ts';

export { expect };

export const grace = /Grace Hall/;
export const omar = /Omar Haddad/;
export const admin = /Ada Marsh/;
export const account = /Leo Banks/;

/** What a worker is started with: another name is another worker, and with it another server. */
export interface Institute {
  institute: string;
}

/**
 * Every file of errands has a server and a database of its own, whatever the order and the worker; its clock begins on a
 * Wednesday, 10:40 in Sydney. Every errand fails on an error that the page did not expect, and on a broken security policy.
 */
export const test = base.extend<object, Institute & { server: ServerProcess }>({
  institute: ['', { option: true, scope: 'worker' }],
  server: [
    async ({ institute: _its }, run) => {
      const folder = mkdtempSync(join(tmpdir(), 'attendance-e2e-'));
      // The database's own user must get in when the errands run as root.
      chmodSync(folder, 0o755);
      const server = await startServer({
        dataDir: join(folder, 'data'),
        port: await freePort(),
        env: { TZ: 'America/Los_Angeles', READER_GAP_MS: '200', REQUESTS_PER_MINUTE: '3000', STUDENT_MAIL_DOMAIN: 'students.demo.example' },
      });
      await run(server);
      await server.stop('SIGINT');
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ server }, run) => run(server.base),
  page: async ({ page }, run) => {
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      if (/Content Security Policy|React|Warning:/.test(message.text()) && message.type() === 'error') faults.push(message.text());
    });
    await run(page);
    expect(faults).toEqual([]);
  },
});

/** Opens an address signed out, and signs in through the popup. */
export async function signInByPopup(page: Page, who: RegExp, address = '/'): Promise<void> {
  await page.goto(address);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
  await (await opened).getByRole('button', { name: who }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
}

/** What the browser holds after a sign-in, by server and account: later tests of the file begin with it. */
const signedIn = new Map<string, Record<string, string>>();
const startedMark = 'test-session';

/** Opens an address signed in: through the popup the first time in a file, afterwards with what that sign-in left in the browser. */
export async function signIn(page: Page, who: RegExp, address = '/'): Promise<void> {
  const key = `${test.info().project.name} ${who.source}`;
  const stored = signedIn.get(key);
  if (!stored) {
    await signInByPopup(page, who, address);
    signedIn.set(key, await page.evaluate(() => ({ ...sessionStorage })));
    return;
  }
  // Once for this page: after a logout nothing signs in again by itself.
  await page.addInitScript(
    ([entries, mark]) => {
      if (sessionStorage.getItem(mark) !== null || window.opener) return;
      for (const [name, value] of Object.entries(entries)) sessionStorage.setItem(name, value);
      sessionStorage.setItem(mark, 'yes');
    },
    [stored, startedMark] as const,
  );
  await page.goto(address);
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
}

/** Opens the roll of Grace's class that is under way. @param enter how she signs in: by the popup where the test ends or renews it. */
export async function openRoll(page: Page, enter = signIn): Promise<void> {
  await enter(page, grace, '/dashboard');
  await page.locator('article[data-ongoing]').getByRole('link', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
}

/** A card at a reader: keys at a machine's speed, then Enter. */
export async function tapCard(page: Page, card: string): Promise<void> {
  for (const key of card) await page.keyboard.press(key);
  await page.keyboard.press('Enter');
}

/** The demo's card of a student id; the reader's number, not the student's. */
export const cardOf = (studentId: string): string => String(7_000_100_000 + (Number(studentId.slice(3)) - 1) * 7919);

/** The students of the open roll who have a card, as the demo gives them out. */
export async function studentsWithCard(page: Page): Promise<string[]> {
  const ids = await page.locator('tr[data-student]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-student')!));
  return ids.filter((id) => (Number(id.slice(3)) - 1) % 14 !== 13);
}

/** axe finds nothing, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' });
    // What the eye sees is looked at: the scheme is drawn a frame later, and colours may still be on their way.
    await page.evaluate(async () => {
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      const ending = document.getAnimations().filter((animation) => animation.effect?.getTiming().iterations !== Infinity);
      await Promise.all(ending.map((animation) => animation.finished.catch(() => {})));
    });
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] });
    // The schemes differ in their colours alone: everything else is looked at once.
    if (colorScheme === 'light') axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']);
    else axe.withRules(['color-contrast', 'link-in-text-block']);
    const { violations } = await axe.analyze();
    const told = violations.map(({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(' | ')}`);
    expect(told).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}
