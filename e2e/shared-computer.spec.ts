import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import {
  cardOf,
  expect,
  grace,
  logOut,
  openRoll,
  signInByPopup,
  studentsWithCard,
  tapCard,
  test,
} from './fixtures.ts';
import { stored } from './stored.ts';

/** IDs and cards of the students on the open roll. */
async function people(page: Page): Promise<{ ids: string[]; cards: string[] }> {
  const ids = await studentsWithCard(page);
  return { ids, cards: ids.map(cardOf) };
}
const among = (text: string, values: string[]) => values.filter((value) => text.includes(value));
/** Data is stored a moment after it was shown, and at once when a page is left. */
const settled = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('pagehide')));

async function closedWithoutLogout(context: BrowserContext, page: Page): Promise<Page> {
  await page.close();
  const another = await context.newPage();
  await another.goto('/');
  await expect(another.getByRole('button', { name: 'Continue with Microsoft' })).toBeVisible();
  return another;
}

test('an open roll is stored without cards, phone numbers, addresses and links to photos; the next window removes it', async ({
  page,
  context,
}) => {
  await openRoll(page);
  const { ids, cards } = await people(page);
  await expect.poll(async () => among(await stored(page), ids)).toEqual(ids);
  const text = await stored(page);
  expect(among(text, cards)).toEqual([]);
  expect(among(text, ['@students.demo.example', '+61 400', '/file/', '/faces/'])).toEqual([]);

  const another = await closedWithoutLogout(context, page);
  expect(among(await stored(another), [...ids, ...cards])).toEqual([]);
});

test('after a logout a computer stores nothing about a student', async ({ page }) => {
  await openRoll(page, signInByPopup);
  const { ids, cards } = await people(page);
  await tapCard(page, cards[0]!);
  await expect(page.locator(`tr[data-student="${ids[0]}"]`)).toHaveAttribute(
    'data-status',
    'Present',
  );
  await settled(page);
  await logOut(page);
  await settled(page);
  expect(among(await stored(page), [...ids, ...cards])).toEqual([]);
});

test('a shared computer stores nothing: no roll, and marks wait in the page alone', async ({
  page,
  context,
}) => {
  await page.goto('/');
  const shared = page.getByRole('checkbox', { name: 'This is a shared computer' });
  await shared.check();
  await expectAccessible(page);
  await openRoll(page);
  const { ids, cards } = await people(page);
  await context.setOffline(true);
  await tapCard(page, cards[1]!);
  await expect(page.getByText('1 waiting')).toBeVisible();
  await settled(page);
  expect(among(await stored(page), [...ids, ...cards])).toEqual([]);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('dialog', { name: 'Log out?' })).toContainText(
    'they are lost when you log out',
  );
  await page.getByRole('button', { name: 'Stay', exact: true }).click();
  await context.setOffline(false);
  await expect(page.locator(`tr[data-student="${ids[1]}"]`)).toHaveAttribute(
    'data-status',
    'Present',
  );
  await settled(page);
  expect(among(await stored(page), [...ids, ...cards])).toEqual([]);

  const another = await closedWithoutLogout(context, page);
  await expect(another.getByRole('checkbox', { name: 'This is a shared computer' })).toBeChecked();
});

test('a tab with marks that are stored nowhere else signs out with the others once they are sent @detail', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await page.getByRole('checkbox', { name: 'This is a shared computer' }).check();
  await openRoll(page, signInByPopup);
  const { ids, cards } = await people(page);
  const another = await context.newPage();
  await signInByPopup(another, grace, '/dashboard');
  await page.route('**/attendance/attendance/create/', (route) =>
    route.abort('internetdisconnected'),
  );
  await tapCard(page, cards[2]!);
  await expect(page.getByText('1 waiting')).toBeVisible();
  await logOut(another);
  await expect(page.getByText('1 waiting')).toBeVisible();
  const sent = page.waitForResponse(
    (answer) => answer.url().includes('/attendance/create/') && answer.ok(),
  );
  await page.unroute('**/attendance/attendance/create/');
  expect(
    ((await (await sent).json()) as { results: { student_id: string }[] }).results[0]?.student_id,
  ).toBe(ids[2]);
  await expect(page.getByText('You logged out in another tab.')).toBeVisible();
});

test('an institute can forbid storage on all computers @detail', async ({ page }) => {
  // The configuration of a server with KEEP_ON_DEVICE=false.
  await page.route('**/api/v2/config/', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      json: { ...((await answer.json()) as object), keep_on_device: false },
    });
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Continue with Microsoft' })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await openRoll(page);
  const { ids, cards } = await people(page);
  await settled(page);
  expect(among(await stored(page), [...ids, ...cards])).toEqual([]);
});
