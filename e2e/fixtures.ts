import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import { copyDemoData, demoSettings } from './demo-data.ts';
import { freePort, startServer, type ServerProcess } from '#server/test/server-process.ts';

export { expect };

export const grace = /Grace Hall/;
export const omar = /Omar Haddad/;
export const admin = /Ada Marsh/;
export const account = /Leo Banks/;
/** The sign-in of an empty institute offers these accounts. */
export const ofEmpty = { admin: /admin@demo\.example/, account: /account@demo\.example/ };

/** Worker option: another name starts another worker, and with it another server. */
export interface Institute {
  institute: string;
  /** Settings of the server of a spec file. */
  environment: Record<string, string>;
  /** Without the demo institute: nothing but the demo accounts. */
  isEmpty: boolean;
}

/**
 * One context for all tests of a file with the same options: its memory keeps the application and its
 * compiled code, which a new one would load again in each test. Storage and pages are each test's own.
 */
const contexts = new Map<string, Promise<BrowserContext>>();

function contextWith(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const key = JSON.stringify(options);
  let context = contexts.get(key);
  if (!context) contexts.set(key, (context = browser.newContext(options)));
  return context;
}

async function leaveEmpty(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()));
  await context.unrouteAll();
  await context.setOffline(false);
  await context.clearCookies();
  await context.clearPermissions();
}

/**
 * Each spec file has its own server and database, whatever the order and the worker; its clock
 * starts on a Wednesday, 10:40 in Sydney. A test fails on an uncaught error of the page and on a
 * violation of its content security policy.
 */
export const test = base.extend<object, Institute & { server: ServerProcess }>({
  institute: ['', { option: true, scope: 'worker' }],
  environment: [{}, { option: true, scope: 'worker' }],
  isEmpty: [false, { option: true, scope: 'worker' }],
  server: [
    async ({ institute: _its, environment, isEmpty }, run) => {
      const folder = mkdtempSync(join(tmpdir(), 'attendance-e2e-'));
      // The database's own user needs access when the tests run as root.
      chmodSync(folder, 0o755);
      if (!isEmpty) copyDemoData(join(folder, 'data'));
      const server = await startServer({
        dataDir: join(folder, 'data'),
        port: await freePort(),
        env: {
          ...demoSettings,
          ...(isEmpty && { DEMO: 'false' }),
          READER_GAP_MS: '200',
          REQUESTS_PER_MINUTE: '3000',
          ...environment,
        },
      });
      // Without this its tests would only report that nothing answers.
      if (server.child.exitCode !== null) throw new Error(`The server ended:\n${server.output()}`);
      await run(server);
      await server.stop('SIGINT');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ server }, run) => run(server.base),
  context: async (
    {
      browser,
      baseURL,
      viewport,
      colorScheme,
      locale,
      timezoneId,
      serviceWorkers,
      contextOptions,
      actionTimeout,
    },
    run,
  ) => {
    const options = {
      ...contextOptions,
      baseURL: baseURL!,
      viewport,
      colorScheme,
      locale,
      timezoneId,
      serviceWorkers,
    };
    const context = await contextWith(browser, options);
    context.setDefaultTimeout(actionTimeout ?? 0);
    await run(context);
    await leaveEmpty(context);
  },
  page: async ({ page, baseURL }, run) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', {
      origin: baseURL!,
      storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
    });
    await session.detach();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (
        /Content Security Policy|React|Warning:/.test(message.text()) &&
        message.type() === 'error'
      )
        errors.push(message.text());
    });
    await run(page);
    expect(errors).toEqual([]);
  },
});

/**
 * Opens an address signed out, and signs in through the popup.
 * @param person who is offered there, or an address to type.
 */
export async function signInByPopup(
  page: Page,
  person: RegExp | string,
  address = '/',
): Promise<void> {
  await page.goto(address);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
  const popup = await opened;
  if (typeof person === 'string') {
    await popup.getByLabel('Another e-mail address').fill(person);
    await popup.getByRole('button', { name: 'Continue' }).click();
  } else await popup.getByRole('button', { name: person }).click();
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
}

/**
 * The browser's storage after a sign-in, by server and account: later tests of the file start with
 * it.
 */
const storedSessions = new Map<string, Record<string, string>>();
const sessionMarker = 'test-session';

/**
 * Opens an address signed in: through the popup the first time in a file, afterwards with the stored
 * state of that sign-in.
 */
export async function signIn(page: Page, person: RegExp | string, address = '/'): Promise<void> {
  const key = `${test.info().project.name} ${person}`;
  const stored = storedSessions.get(key);
  if (!stored) {
    await signInByPopup(page, person, address);
    storedSessions.set(key, await page.evaluate(() => ({ ...sessionStorage })));
    return;
  }
  // Once for this page: after a logout nothing signs in again by itself.
  await page.addInitScript(
    ([entries, mark]) => {
      if (sessionStorage.getItem(mark) !== null || window.opener) return;
      for (const [name, value] of Object.entries(entries)) sessionStorage.setItem(name, value);
      sessionStorage.setItem(mark, 'yes');
    },
    [stored, sessionMarker] as const,
  );
  await page.goto(address);
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible();
}

/** Opens a page among the tools of the sidebar (R-SHELL-6). */
export async function openTool(page: Page, group: string, title: string): Promise<void> {
  const sections = page.getByRole('navigation', { name: 'Sections' });
  const heading = sections.getByRole('button', { name: group, exact: true });
  if ((await heading.getAttribute('aria-expanded')) !== 'true') await heading.click();
  await sections.getByRole('link', { name: title, exact: true }).click();
}

/**
 * Logs out, and waits until the provider has redirected to `/` in a new document: an earlier
 * assertion or navigation would be aborted.
 */
export async function logOut(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-before-logout', ''));
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.waitForFunction(
    () => location.pathname === '/' && !document.documentElement.hasAttribute('data-before-logout'),
  );
  await expect(page.getByRole('button', { name: 'Continue with Microsoft' })).toBeVisible();
}

/**
 * Opens the roll of Grace's current class.
 * @param enter how she signs in: by the popup where the test ends or renews the session.
 */
export async function openRoll(page: Page, enter = signIn): Promise<void> {
  await enter(page, grace, '/dashboard');
  await page.locator('article[data-ongoing]').getByRole('link', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
  await allRowsDrawn(page);
}

/** Rows of a roll below the first screen are drawn after its first frame. */
export async function allRowsDrawn(page: Page): Promise<void> {
  await expect(page.locator('main table[aria-busy]')).toHaveCount(0);
}

const endKeys: Record<string, string> = { '\r': 'Enter', '\t': 'Tab' };

/** Later than the moment in which a page begins to listen, in milliseconds. */
export const lateMs = 300;

/**
 * Types a card as a reader does: 5 ms between keys, on a busy machine too, and Enter.
 * @param end `\t` for Tab instead.
 * @param pauseBefore the place of the key before which the reader pauses for longer than a card may.
 */
export async function tapCard(
  page: Page,
  card: string,
  { end = '\r', pauseBefore }: { end?: '\r' | '\t'; pauseBefore?: number } = {},
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  let timestamp = (Date.now() + lateMs) / 1000;
  for (const [at, character] of [...card, end].entries()) {
    timestamp += at === pauseBefore ? 0.3 : 0.005;
    const key = {
      key: endKeys[character] ?? character,
      windowsVirtualKeyCode: character.toUpperCase().charCodeAt(0),
      timestamp,
    };
    const text = character === '\t' ? {} : { text: character };
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...text, ...key });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
  }
  await session.detach();
}

/** The demo's card number of a student id. */
export const cardOf = (studentId: string): string =>
  String(7_000_100_000 + (Number(studentId.slice(3)) - 1) * 7919);

/** The students of the open roll who have a card in the demo. */
export async function studentsWithCard(page: Page): Promise<string[]> {
  const ids = await page
    .locator('tr[data-student]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-student')!));
  return ids.filter((id) => (Number(id.slice(3)) - 1) % 14 !== 13);
}
