import { chromium, type Page } from '@playwright/test';
import { demoToken } from '#server/test/server-process.ts';
import { expectAccessible } from './accessibility.ts';
import { account, admin, expect, logOut, openTool, signInByPopup, test } from './fixtures.ts';

test('a foreign host name of this computer opens nothing, not even the account picker', async ({
  baseURL,
  launchOptions,
}) => {
  const { port } = new URL(baseURL!);
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--host-resolver-rules=MAP evil.example 127.0.0.1'],
  });
  try {
    const page = await browser.newPage();
    for (const path of [
      '/',
      '/idp/.well-known/openid-configuration',
      '/idp/auth?client_id=attendance-web',
      '/api/v2/config/',
    ]) {
      const answer = await page.goto(`http://evil.example:${port}${path}`);
      expect(answer!.status()).toBe(421);
    }
    await expect(page.locator('body')).toContainText(
      `Open http://localhost:${port} on this computer`,
    );
    // A foreign page that calls our own host is refused before anything is read.
    await page.goto('about:blank');
    const read = await page.evaluate(
      (address) =>
        fetch(address).then(
          (answer) => answer.text(),
          () => 'nothing',
        ),
      `${baseURL}/api/v2/config/`,
    );
    expect(read).toBe('nothing');
  } finally {
    await browser.close();
  }
});

test('a refused account is listed and released by users who may see the pay of the address', async ({
  page,
  server,
}) => {
  const ask = async (subject: string) => {
    const token = await demoToken(
      server.dataDir,
      server.base,
      'omar.haddad@demo.example',
      [],
      subject,
    );
    return (
      await fetch(`${server.base}/api/v2/user/details/`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).status;
  };
  expect([await ask('omar.haddad@demo.example'), await ask('created-again')]).toEqual([200, 403]);

  await signInByPopup(page, account, '/dashboard');
  await openTool(page, 'Institute', 'Blocked sign-ins');
  await expect(page.getByRole('heading', { name: 'Blocked sign-ins' })).toBeVisible();
  const row = page.getByRole('row', { name: /omar\.haddad@demo\.example/ });
  await expect(row).toContainText('created-again');
  await expectAccessible(page);
  await row.getByRole('button', { name: /Options of/ }).click();
  await page.getByRole('menuitem', { name: 'Release' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Release' }).click();
  await expect(
    page.getByText('omar.haddad@demo.example can sign in with the released account'),
  ).toBeVisible();
  await expect(page.getByText('No Blocked sign-ins Data Found!')).toBeVisible();
  expect(await ask('created-again')).toBe(200);
});

test('logging out ends the session and the refresh token, without an error in the console', async ({
  page,
  baseURL,
}) => {
  const errors: string[] = [];
  // The tests block service workers, which the page reports.
  page.on(
    'console',
    (message) =>
      message.type() === 'error' && !/waiting/.test(message.text()) && errors.push(message.text()),
  );
  await signInByPopup(page, admin, '/dashboard');
  const refresh = await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'))!;
    return (JSON.parse(sessionStorage.getItem(key)!) as { refresh_token: string }).refresh_token;
  });
  await page.getByRole('button', { name: 'Account of Ada Marsh' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(`${baseURL}/`);
  await expect(page.getByRole('heading', { name: 'Log in to access Attendance.' })).toBeVisible();
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: 'attendance-web',
    refresh_token: refresh,
  });
  expect((await fetch(`${baseURL}/idp/token`, { method: 'POST', body: form })).status).toBe(400);
  expect(
    await page.evaluate(() =>
      Object.keys(sessionStorage).filter((name) => name.startsWith('oidc.user:')),
    ),
  ).toEqual([]);
  expect(errors).toEqual([]);
});

const tokensIn = (page: Page) =>
  page.evaluate(() =>
    Object.keys(sessionStorage).filter(
      (name) =>
        name.startsWith('oidc.user:') || ['access_token', 'email', 'details'].includes(name),
    ),
  );

/** With a provider that does not redirect to a new document. */
async function logOutHere(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account of Ada Marsh' }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Log in to access Attendance.' })).toBeVisible();
}

test('a renewal that is answered after the logout does not sign in again, and its token is revoked', async ({
  page,
}) => {
  // A provider without an end-session endpoint: the page is not left, and nothing interrupts the renewal.
  await page.route('**/idp/.well-known/openid-configuration', async (route) => {
    const answer = await route.fetch();
    const { end_session_endpoint: _ends, ...json } = (await answer.json()) as Record<
      string,
      unknown
    >;
    await route.fulfill({ response: answer, json });
  });
  await signInByPopup(page, admin, '/dashboard');
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  let renewals = 0;
  await page.route('**/idp/token', async (route) => {
    const response = await route.fetch();
    renewals++;
    await answered;
    await route.fulfill({ response });
  });
  let revocations = 0;
  page.on(
    'requestfinished',
    (request) => void (request.url().endsWith('/idp/token/revocation') && revocations++),
  );
  await page.evaluate(() => window.dispatchEvent(new Event('attendance:sign-in-lost')));
  await expect.poll(() => renewals).toBe(1);
  await logOutHere(page);
  await expect.poll(() => revocations).toBe(1);
  answer();
  await expect.poll(() => revocations).toBe(2);
  expect(await tokensIn(page)).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Log in to access Attendance.' })).toBeVisible();
});

test('logging out does not wait for a provider that does not answer @detail', async ({ page }) => {
  await signInByPopup(page, admin, '/dashboard');
  await page.route('**/idp/token/revocation', () => new Promise(() => {}));
  await logOutHere(page);
  // The page may be on its way to the provider and back.
  await expect.poll(() => tokensIn(page).catch(() => null)).toEqual([]);
});

test('logging out in one tab signs the others out, and revokes their tokens', async ({
  page,
  context,
}) => {
  await signInByPopup(page, admin, '/dashboard');
  const another = await context.newPage();
  await signInByPopup(another, admin, '/students');
  const revoked = another.waitForRequest((request) =>
    request.url().endsWith('/idp/token/revocation'),
  );
  await logOut(page);
  await expect(another.getByText('You logged out in another tab.')).toBeVisible();
  await revoked;
  expect(await tokensIn(another)).toEqual([]);
  await another.reload();
  await expect(another.getByRole('button', { name: 'Continue with Microsoft' })).toBeVisible();
});

test('a tab that was on another site during the logout comes back signed out, and its token is revoked @detail', async ({
  page,
  context,
  baseURL,
}) => {
  await signInByPopup(page, admin, '/dashboard');
  const another = await context.newPage();
  await signInByPopup(another, admin, '/students');
  await another.goto(`${baseURL}/healthz`);
  await logOut(page);
  const revoked = another.waitForRequest((request) =>
    request.url().endsWith('/idp/token/revocation'),
  );
  const requests: string[] = [];
  another.on('request', (request) => requests.push(request.url()));
  await another.goBack();
  await expect(another.getByText('You logged out in another tab.')).toBeVisible();
  await revoked;
  expect(await tokensIn(another)).toEqual([]);
  expect(requests.filter((address) => /user\/details|attendance\/students/.test(address))).toEqual(
    [],
  );
  // A new sign-in in this window remains.
  await signInByPopup(another, admin, '/students');
  await another.reload();
  await expect(another.getByRole('button', { name: /^Account of/ })).toBeVisible();
});
