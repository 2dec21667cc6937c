import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect as shown, type Browser, type Page } from '@playwright/test';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, startServer, type ServerProcess } from '#server/test/server-process.ts';
import { ensurePrograms, versionsOf } from '../programs.ts';
import { buildWeb } from '../../scripts/build.ts';
import { needChromium } from '../../scripts/chromium.ts';
import { people, startProvider, type Provider } from './lemonldap.ts';

/** Access tokens live so long; the browser renews them a minute before they end. */
const tokenSeconds = 70;

let provider: Provider;
let server: ServerProcess;
let browser: Browser;
const folder = mkdtempSync(join(tmpdir(), 'attendance-interop-'));

beforeAll(async () => {
  ensurePrograms([
    'lemonldap-ng-fastcgi-server',
    'liblemonldap-ng-portal-perl',
    'libcrypt-openssl-rsa-perl',
    'libgd-securityimage-perl',
    'libgd-perl',
    'libimage-magick-perl',
    'libstring-random-perl',
    'libplack-perl',
    'libio-string-perl',
  ]);
  console.log(versionsOf(['liblemonldap-ng-portal-perl']));
  await buildWeb(() => {});
  const port = await freePort();
  const app = `http://localhost:${port}`;
  provider = await startProvider(app, tokenSeconds);
  server = await startServer({
    dataDir: folder,
    port,
    env: {
      PUBLIC_URL: app,
      CLOCK: '',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: 'attendance',
      OIDC_AUDIENCE: 'attendance-api',
      OIDC_SCOPE: 'openid profile email offline_access',
    },
  });
  expect(server.output()).toContain('Ctrl-C stops it.');
  browser = await chromium.launch({
    executablePath: needChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}, 240_000);

afterAll(async () => {
  await browser?.close();
  await server?.stop('SIGTERM');
  provider?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const newPage = async (): Promise<Page> => (await browser.newContext()).newPage();

/** Signs in by the popup with the provider's own form. */
async function signIn(page: Page, name: string, path = '/'): Promise<void> {
  await page.goto(server.base + path);
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
  const popup = await opened;
  await popup.locator('#userfield').fill(name);
  await popup.locator('#passwordfield').fill(name);
  await popup.locator('#passwordfield').press('Enter');
}

const stored = (page: Page, name: string) =>
  page.evaluate((key) => sessionStorage.getItem(key), name);

it('an admin signs in with the role of the token, at the requested page, and stays after a reload', async () => {
  const page = await newPage();
  await signIn(page, people.admin.name, '/students');
  await shown(page.getByRole('heading', { name: 'Students', level: 1 })).toBeVisible({
    timeout: 30_000,
  });
  expect(await stored(page, 'email')).toBe(people.admin.email);
  expect(await page.evaluate(() => localStorage.getItem('role'))).toBe('admin');
  await page.reload();
  await shown(page.getByRole('heading', { name: 'Students', level: 1 })).toBeVisible();
  await page.context().close();
});

it('the token is renewed before it ends, and the new one is accepted', async () => {
  const page = await newPage();
  await signIn(page, people.admin.name);
  await shown(page.getByRole('button', { name: /^Account of/ })).toBeVisible({ timeout: 30_000 });
  const first = await stored(page, 'access_token');
  await shown
    .poll(() => stored(page, 'access_token'), { timeout: 60_000, intervals: [500] })
    .not.toBe(first);
  const renewed = await stored(page, 'access_token');
  const answer = await fetch(`${server.base}/api/v2/user/details/`, {
    headers: { authorization: `Bearer ${renewed}` },
  });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ email: people.admin.email, user_role: ['admin'] });
  await page.context().close();
});

it('logging out ends the session with the provider too: the next sign-in asks for the password', async () => {
  const page = await newPage();
  await signIn(page, people.admin.name);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await shown(page.getByRole('button', { name: 'Continue with Microsoft' })).toBeVisible({
    timeout: 30_000,
  });
  await shown(page).toHaveURL(`${server.base}/`);
  expect(await stored(page, 'access_token')).toBeNull();
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
  await shown((await opened).locator('#passwordfield')).toBeVisible();
  await page.context().close();
});

it('who is no teacher of the institute is refused with a message', async () => {
  const page = await newPage();
  await signIn(page, people.teacher.name);
  await shown(page.getByRole('alert')).toContainText(people.teacher.email, { timeout: 30_000 });
  await page.context().close();
});

it('other tokens of the provider are refused: the ID token, and one with a changed letter', async () => {
  const page = await newPage();
  await signIn(page, people.admin.name);
  await shown(page.getByRole('button', { name: /^Account of/ })).toBeVisible({ timeout: 30_000 });
  const access = (await stored(page, 'access_token')) ?? '';
  const user = await page.evaluate(
    () => Object.entries(sessionStorage).find(([key]) => key.startsWith('oidc.user:'))?.[1],
  );
  const { id_token } = JSON.parse(String(user)) as { id_token: string };
  const statusWith = async (token: string) =>
    (
      await fetch(`${server.base}/api/v2/user/details/`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  const [head, body, signature = ''] = access.split('.');
  const other = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
  expect(
    await Promise.all([access, id_token, [head, body, other].join('.')].map(statusWith)),
  ).toEqual([200, 401, 401]);
  await page.context().close();
});
