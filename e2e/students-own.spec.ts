import pg from 'pg';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { expectFits } from './resources.ts';
import { admin, expect, grace, omar, signIn, signInByPopup, test } from './fixtures.ts';
import {
  expectOwnAccessible,
  newPhone,
  openOwnPage,
  openOwnRoll,
  type DemoStudent,
} from './own-pages.ts';

test.use({ environment: { STUDENT_SIGN_IN: 'true' } });

const letter = {
  name: 'doctor.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
};

test('a student sees their own week, subjects and history on a phone, and loads no staff code', async ({
  page,
  browser,
  server,
}) => {
  const { students } = await openOwnRoll(page);
  const [student] = students;
  const phone = await newPhone(browser);
  const files: string[] = [];
  phone.on('request', (request) => files.push(request.url()));
  await openOwnPage(phone, server.base, student!);
  await expect(phone.getByRole('heading', { name: /^Today/ })).toBeVisible();
  const scripts = files.map((url) => new URL(url).pathname).filter((path) => path.endsWith('.js'));
  expect(scripts.filter((path) => !path.startsWith('/student/'))).toEqual([]);
  await expectOwnAccessible(phone);
  const count = async () => {
    files.length = 0;
    await phone.reload();
    await expect(phone.getByRole('heading', { name: /^Today/ })).toBeVisible();
    return files.length;
  };
  expect(await count()).toBeLessThanOrEqual(12);

  await phone.getByRole('button', { name: 'Next' }).click();
  await expect(phone.getByRole('heading', { name: /^Today/ })).toHaveCount(0);
  await phone.getByRole('button', { name: 'Subjects' }).click();
  await expect(
    phone.getByText(/You may miss|Miss none|no longer be reached/).first(),
  ).toBeVisible();
  await expectOwnAccessible(phone);
  await phone.getByRole('button', { name: 'History' }).click();
  await expect(phone.getByRole('listitem').first()).toContainText(/Present|Absent|Not taken/);
  await expectOwnAccessible(phone);
  // Back leads to the tab before, not out of the page.
  const tab = (name: string) => phone.getByRole('button', { name, exact: true });
  await phone.goBack();
  await expect(tab('Subjects')).toHaveAttribute('aria-current', 'page');
  await phone.goBack();
  await expect(tab('Week')).toHaveAttribute('aria-current', 'page');
  await phone.goForward();
  await expect(tab('Subjects')).toHaveAttribute('aria-current', 'page');
  const width = await phone.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await phone.goto(`${server.base}/students`);
  await expect(phone).toHaveURL(/\/me$/);
  await phone.getByRole('button', { name: 'Logout' }).click();
  await expect(phone.getByRole('button', { name: 'Continue with Microsoft' })).toBeVisible();
});

test('a student logs out without the network: the browser has nothing of them any more', async ({
  page,
  browser,
  server,
}) => {
  const { students } = await openOwnRoll(page);
  const phone = await newPhone(browser);
  await openOwnPage(phone, server.base, students[0]!);
  await expect(phone.getByRole('heading', { name: /^Today/ })).toBeVisible();
  const stored = () =>
    phone.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)]);
  expect(await stored()).toContain('access_token');
  // The page opens from the browser's own copy, nothing else is reached.
  await phone.route(
    ({ pathname }) => /^\/(api|idp)\//.test(pathname),
    (route) => route.abort('internetdisconnected'),
  );
  await phone.getByRole('button', { name: 'Logout' }).click();
  await expect(phone.getByRole('heading', { name: /^Today/ })).toHaveCount(0);
  await expect
    .poll(async () =>
      (await stored()).filter((key) => /^(oidc\.|access_token|email|role|permissions)/.test(key)),
    )
    .toEqual([]);
});

/** What a sign-in leaves in the browser's storages. */
const ofSignIn = (phone: Page) =>
  phone.evaluate(() =>
    [...Object.keys(sessionStorage), ...Object.keys(localStorage)].filter((key) =>
      /^(oidc\.|access_token|email|role|permissions)/.test(key),
    ),
  );
const today = (phone: Page) => phone.getByRole('heading', { name: /^Today/ });
const signInButton = (phone: Page) =>
  phone.getByRole('button', { name: 'Continue with Microsoft' });

test('a student logs out while the network does not answer: the page shows nothing of them, and nothing is left @detail', async ({
  page,
  browser,
  server,
}) => {
  const { students } = await openOwnRoll(page);
  const phone = await newPhone(browser);
  await openOwnPage(phone, server.base, students[0]!);
  await expect(today(phone)).toBeVisible();
  // Neither an answer nor an error.
  await phone.route(
    ({ pathname }) => /^\/(api|idp)\//.test(pathname),
    () => {},
  );
  await phone.getByRole('button', { name: 'Logout' }).click();
  await expect(signInButton(phone)).toBeVisible();
  await expect(phone.getByText(students[0]!.student_id)).toHaveCount(0);
  expect(await ofSignIn(phone)).toEqual([]);
  await phone.unrouteAll();
});

test('a logout signs out the other tabs of the browser, those of the staff too @detail', async ({
  page,
  browser,
  server,
}) => {
  const { students } = await openOwnRoll(page);
  const phone = await newPhone(browser);
  await openOwnPage(phone, server.base, students[0]!);
  const openTab = async () => {
    const tab = await phone.context().newPage();
    await tab.goto(`${server.base}/me`);
    await signInButton(tab).click();
    await expect(today(tab)).toBeVisible();
    return tab;
  };
  const second = await openTab();
  // It has the sign-in when it comes back.
  const away = await openTab();
  await away.goto('about:blank');
  const ended = phone.waitForRequest('**/idp/session/end/confirm');
  await phone.getByRole('button', { name: 'Logout' }).click();
  await expect(signInButton(second)).toBeVisible();
  await away.goto(`${server.base}/me`);
  await expect(signInButton(away)).toBeVisible();
  for (const tab of [second, away]) expect(await ofSignIn(tab)).toEqual([]);

  await ended;
  await expect(signInButton(phone)).toBeVisible();
  await openOwnPage(phone, server.base, students[0]!);
  const ofStaff = await phone.context().newPage();
  await signInByPopup(ofStaff, grace, server.base);
  await phone.getByRole('button', { name: 'Logout' }).click();
  await expect(signInButton(ofStaff)).toBeVisible();
});

test('a renewal whose answer comes after the logout does not sign in again @detail', async ({
  page,
  browser,
  server,
}) => {
  const { students } = await openOwnRoll(page);
  const phone = await newPhone(browser);
  await openOwnPage(phone, server.base, students[0]!);
  let answer = () => {};
  const loggedOut = new Promise<void>((resolve) => (answer = resolve));
  await phone.route(
    '**/api/v2/attendance/my-attendance/?date=*',
    (route) => route.fulfill({ status: 401, json: { detail: 'Your sign-in has expired' } }),
    { times: 1 },
  );
  await phone.route('**/idp/token', async (route) => {
    await loggedOut;
    await route.continue();
  });
  const revoked: string[] = [];
  phone.on('request', (request) => {
    if (request.url().endsWith('/idp/token/revocation')) revoked.push(request.postData() ?? '');
  });
  const requested = phone.waitForRequest('**/idp/token');
  await phone.getByRole('button', { name: 'Next' }).click();
  await requested;
  // The page stays while the provider's session ends.
  await phone.route('**/idp/.well-known/**', (route) => route.abort());
  await phone.getByRole('button', { name: 'Logout' }).click();
  await expect(signInButton(phone)).toBeVisible();
  const answered = phone.waitForResponse('**/idp/token');
  answer();
  await answered;
  await expect.poll(() => revoked.length).toBeGreaterThan(0);
  expect(await ofSignIn(phone)).toEqual([]);
  await phone.reload();
  await expect(signInButton(phone)).toBeVisible();
});

test('a student asks for a leave, an admin approves one and declines another', async ({
  page,
  browser,
  server,
}) => {
  await signIn(page, admin, '/leave');
  const found = await api<{ results: (DemoStudent & { id: number })[] }>(
    page,
    'students/?limit=1',
    undefined,
    'GET',
  );
  const [student] = found.results;
  const phone = await newPhone(browser, true);
  await openOwnPage(phone, server.base, student!);
  await phone.getByRole('button', { name: 'Leave' }).click();
  await expect(phone.getByText('You have no requests yet.')).toBeVisible();
  await phone.getByText('Ask for a leave').click();
  const send = phone.getByRole('button', { name: 'Send' });
  await phone.getByLabel('First day').fill('');
  await send.click();
  // Every fault at once.
  await expect(phone.getByText('Please select a file')).toBeVisible();
  await expect(phone.getByText('is required', { exact: true })).toHaveCount(2);
  await expect(phone.getByLabel('First day')).toBeFocused();
  await expect(phone.getByLabel('Reason')).toHaveAttribute('required');
  await expectOwnAccessible(phone);
  await phone.getByLabel('First day').fill(await phone.getByLabel('Last day').inputValue());
  for (const reason of ['Flu', 'Beach']) {
    await phone.getByLabel('Reason').fill(reason);
    await phone.getByLabel(/^Document/).setInputFiles(letter);
    await send.click();
    await expect(phone.getByRole('listitem').filter({ hasText: reason })).toContainText(
      'Requested',
    );
  }

  // The menu, the list and the overview say that they wait.
  await page.goto('/dashboard');
  const today = page.getByRole('region', { name: 'Today', exact: true });
  await expect(today).toContainText(/Leave requests2 to decide/);
  await page.getByRole('link', { name: 'Approved Leave List, 2 requests wait' }).click();
  await expectAccessible(page);
  await page.getByRole('link', { name: '2 requests wait', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Leave requests' })).toBeVisible();
  await expectAccessible(page);
  const rowOf = (reason: string) => page.locator('[data-row]').filter({ hasText: reason });
  const choose = async (reason: string, option: string) => {
    await rowOf(reason)
      .getByRole('button', { name: /^Options/ })
      .click();
    await page.getByRole('menuitem', { name: option }).click();
  };
  await choose('Flu', 'Approve');
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(rowOf('Flu')).toContainText('Approved');
  await choose('Beach', 'Decline');
  await page.getByLabel('Answer').fill('Only for illness');
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
  await expect(rowOf('Beach')).toContainText('Declined');
  await expect(page.getByRole('link', { name: /requests? waits?/ })).toHaveCount(0);
  // The student's page follows when it is looked at again.
  await phone.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(phone.getByRole('listitem').filter({ hasText: 'Flu' })).toContainText('Approved');
  await page.getByRole('link', { name: 'Approved Leave List' }).first().click();
  await expect(page.locator('[data-row]').filter({ hasText: 'Flu' })).toBeVisible();

  await page.goto(`/students/student-details?id=${student!.id}`);
  const panel = page.getByRole('region', { name: 'Leave requests' });
  const request = (reason: string) => panel.getByRole('listitem').filter({ hasText: reason });
  await expect(request('Flu')).toContainText(/Approved.*decided .* by/s);
  await expect(request('Beach')).toContainText('Only for illness');
  for (const reason of ['Flu', 'Beach'])
    await expect(request(reason).getByRole('link')).toHaveText(/^Document of/);
  await expectAccessible(page);
  for (const size of [
    { width: 390, height: 844 },
    { width: 1366, height: 850 },
  ]) {
    await page.setViewportSize(size);
    await panel.scrollIntoViewIfNeeded();
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/requests-${size.width}.png` });
    await expectFits(page);
  }

  await phone.reload();
  const mine = (reason: string) => phone.getByRole('listitem').filter({ hasText: reason });
  await expect(mine('Flu')).toContainText('Approved');
  const document = phone.waitForEvent('download');
  await mine('Flu').getByRole('link', { name: 'Document' }).click();
  expect((await document).suggestedFilename()).toContain('pdf');
  await expect(mine('Beach')).toContainText('Only for illness');
  await expectOwnAccessible(phone);

  // Who teaches as well goes to their own page from the user menu, with the same sign-in.
  // Written directly to the database: no form gives a student the address of a teacher (R-ME-7).
  const embedded = await startEmbedded(server.dataDir);
  const client = new pg.Client(embedded.connection);
  await client.connect();
  await client.query(`update student set student_mail = 'omar.haddad@demo.example' where id = $1`, [
    student!.id,
  ]);
  await client.end();
  await embedded.stop();
  const both = await (await browser.newContext({ baseURL: server.base })).newPage();
  await signInByPopup(both, omar, '/');
  await both.getByRole('button', { name: /^Account of/ }).click();
  await both.getByRole('menuitem', { name: 'My attendance' }).click();
  await expect(
    both.getByRole('heading', { name: `${student!.first_name} ${student!.last_name}` }),
  ).toBeVisible();
});
