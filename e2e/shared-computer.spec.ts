import type { BrowserContext, Page } from '@playwright/test';
import { cardOf, expect, expectAccessible, openRoll, studentsWithCard, tapCard, test } from './person.ts';

/** Everything that a page of the application finds stored on the device, as text. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name!);
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const store of database.objectStoreNames) {
        const rows = await new Promise((resolve) => {
          const reading = database.transaction(store).objectStore(store).getAll();
          reading.onsuccess = () => resolve(reading.result);
        });
        found.push(`${store}: ${JSON.stringify(rows)}`);
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) found.push(request.url, (await (await cache.match(request))!.text()).slice(0, 2_000_000));
    }
    return found.join('\n');
  });

/** Of the students on the open roll: IDs and cards. */
async function people(page: Page): Promise<{ ids: string[]; cards: string[] }> {
  const ids = await studentsWithCard(page);
  return { ids, cards: ids.map(cardOf) };
}
const among = (text: string, values: string[]) => values.filter((value) => text.includes(value));
/** What is stored is written a moment after it was shown. */
const settled = (page: Page) => page.waitForTimeout(900);

async function closedWithoutLogout(context: BrowserContext, page: Page): Promise<Page> {
  await page.close();
  const another = await context.newPage();
  await another.goto('/');
  await expect(another.getByRole('button', { name: 'Continue with Microsoft' })).toBeVisible();
  return another;
}

test('an open roll is stored without cards, phone numbers, addresses and links to photos; the next window removes it', async ({ page, context }) => {
  await openRoll(page);
  const { ids, cards } = await people(page);
  await expect.poll(async () => among(await stored(page), ids)).toEqual(ids);
  const text = await stored(page);
  expect(among(text, cards)).toEqual([]);
  expect(among(text, ['@students.demo.example', '+61 400', '/file/', '/faces/'])).toEqual([]);

  const another = await closedWithoutLogout(context, page);
  expect(among(await stored(another), [...ids, ...cards])).toEqual([]);
});

test('a computer on which somebody has logged out holds nothing of a student', async ({ page }) => {
  await openRoll(page);
  const { ids, cards } = await people(page);
  await tapCard(page, cards[0]!);
  await expect(page.locator(`tr[data-student="${ids[0]}"]`)).toHaveAttribute('data-status', 'Present');
  await settled(page);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Continue with Microsoft' })).toBeVisible();
  await settled(page);
  expect(among(await stored(page), [...ids, ...cards])).toEqual([]);
});

test('a shared computer stores nothing: no roll, and marks wait in the page alone', async ({ page, context }) => {
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
  await expect(page.getByRole('dialog', { name: 'Log out?' })).toContainText('they are lost when you log out');
  await page.getByRole('button', { name: 'Stay', exact: true }).click();
  await context.setOffline(false);
  await expect(page.locator(`tr[data-student="${ids[1]}"]`)).toHaveAttribute('data-status', 'Present');
  await settled(page);
  expect(among(await stored(page), [...ids, ...cards])).toEqual([]);

  const another = await closedWithoutLogout(context, page);
  await expect(another.getByRole('checkbox', { name: 'This is a shared computer' })).toBeChecked();
});

test('nor does any computer of an institute that says so', async ({ page }) => {
  // What a server with KEEP_ON_DEVICE=false answers.
  await page.route('**/api/v2/config/', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), keep_on_device: false } });
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Continue with Microsoft' })).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await openRoll(page);
  const { ids, cards } = await people(page);
  await settled(page);
  expect(among(await stored(page), [...ids, ...cards])).toEqual([]);
});
