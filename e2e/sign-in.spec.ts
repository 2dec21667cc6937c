import { allRules, expectAccessible, findViolations } from './accessibility.ts';
import { account, admin, expect, grace, logOut, signInByPopup, test } from './fixtures.ts';

test('signed out, every address shows only the login screen', async ({ page }) => {
  for (const address of ['/', '/dashboard', '/attendance/add?id=1', '/nowhere']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Log in to access Attendance.' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
  await expectAccessible(page);
});

test('another name of this computer redirects to the one that the sign-in returns to', async ({
  page,
  baseURL,
}) => {
  const { port } = new URL(baseURL!);
  await page.goto(`http://127.0.0.1:${port}/dashboard?date=2026-11-17`);
  await expect(page).toHaveURL(`${baseURL}/dashboard?date=2026-11-17`);
});

test('the privacy policy can be read before signing in', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'privacy policy' }).click();
  await expect(page.getByRole('heading', { name: 'Privacy policy' })).toBeVisible();
  await expectAccessible(page);
});

test('the account picker is a page for everyone', async ({ page }) => {
  await page.goto('/');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
  const popup = await opened;
  await expect(popup.getByRole('heading', { name: 'Pick an account' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await popup.emulateMedia({ colorScheme });
    expect(await findViolations(popup, { runOnly: allRules }), colorScheme).toEqual([]);
  }
  await popup.close();
});

test('a teacher signs in through the popup and returns to the requested page; the session is stored as specified', async ({
  page,
}) => {
  await signInByPopup(page, grace, '/dashboard?date=2026-11-17');
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/date=2026-11-17/);
  const stored = await page.evaluate(() => ({
    token: sessionStorage.getItem('access_token'),
    email: sessionStorage.getItem('email'),
    role: localStorage.getItem('role'),
    permissions: JSON.parse(localStorage.getItem('permissions') ?? '{}') as Record<
      string,
      string[]
    >,
    tokenStored: Object.values(localStorage).some((value) => String(value).includes('eyJ')),
  }));
  expect(stored).toMatchObject({
    email: 'grace.hall@demo.example',
    role: 'teacher',
    tokenStored: false,
  });
  expect(stored.token).toMatch(/^eyJ/);
  expect(stored.permissions.Attendance).toEqual(['add', 'read', 'edit', 'delete']);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible();
});

test('logout deletes everything', async ({ page }) => {
  await signInByPopup(page, admin);
  await page.getByRole('button', { name: 'Account of Ada Marsh' }).click();
  await expect(page.getByText('admin@demo.example')).toBeVisible();
  await page.keyboard.press('Escape');
  await logOut(page);
  await expect(page.getByRole('heading', { name: 'Log in to access Attendance.' })).toBeVisible();
  expect(
    await page.evaluate(() => [
      sessionStorage.getItem('access_token'),
      sessionStorage.getItem('email'),
      localStorage.getItem('role'),
    ]),
  ).toEqual([null, null, null]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Log in to access Attendance.' })).toBeVisible();
});

test('a popup that is closed, blocked or cannot load is explained, and the next try works @detail', async ({
  page,
}) => {
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Continue with Microsoft' });
  const opened = page.waitForEvent('popup');
  await button.click();
  const popup = await opened;
  await popup.getByRole('heading', { name: 'Pick an account' }).waitFor();
  await popup.close();
  await expect(page.getByRole('alert')).toContainText('The sign-in window was closed');
  await expectAccessible(page);

  await page.evaluate(() => (window.open = () => null));
  await button.click();
  await expect(page.getByRole('alert')).toContainText('The sign-in window was blocked');

  await page.reload();
  await page.route('**/idp/.well-known/**', (route) => route.abort());
  await button.click();
  await expect(page.getByRole('alert')).toContainText('The sign-in service cannot be reached');
  await page.unroute('**/idp/.well-known/**');
  await signInByPopup(page, grace);
});

test('an unknown e-mail is rejected with a message and a way out', async ({ page }) => {
  await page.goto('/');
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Continue with Microsoft' }).click();
  const popup = await opened;
  await popup.getByLabel('Another e-mail address').fill('nobody@elsewhere.example');
  await popup.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(
    page.getByRole('heading', { name: 'nobody@elsewhere.example has no access here' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Log in to access Attendance.' })).toBeVisible();
});

test('the token is renewed silently before it ends', async ({ page }) => {
  await signInByPopup(page, account);
  const before = await page.evaluate(() => sessionStorage.getItem('access_token'));
  // The client renews a minute before the end: simulate that the end is near.
  await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find((name) => name.startsWith('oidc.user:'))!;
    const user = JSON.parse(sessionStorage.getItem(key)!) as { expires_at: number };
    user.expires_at = Math.floor(Date.now() / 1000) + 62;
    sessionStorage.setItem(key, JSON.stringify(user));
  });
  await page.reload();
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('access_token')), { timeout: 20_000 })
    .not.toBe(before);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Account of Leo Banks' })).toBeVisible();
});
