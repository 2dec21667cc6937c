import type { Browser, Locator, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { api } from './api.ts';
import { admin, expect, grace, openTool, signIn, signInByPopup, test } from './fixtures.ts';
import { expectFits } from './resources.ts';
import { stored } from './stored.ts';

test.use({ serviceWorkers: 'allow' });

const people = (page: Page) => page.locator('[data-person]');
const open = (page: Page) => page.locator('[data-person][data-accounted=false]');
const person = (page: Page, number: string) => page.locator(`[data-person="${number}"]`);
const band = (page: Page) => page.getByRole('region', { name: 'Roll call', exact: true });
const numberOf = async (row: ReturnType<typeof people>) => (await row.getAttribute('data-person'))!;

async function phone(browser: Browser, baseURL: string, who: RegExp): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    serviceWorkers: 'allow',
  });
  const page = await context.newPage();
  await signInByPopup(page, who, '/who-is-here');
  await expect(page.getByRole('heading', { name: 'Who is here' })).toBeVisible();
  return page;
}

async function startRollCall(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start roll call' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start roll call' });
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Wind from the west');
  await dialog.getByRole('button', { name: 'Start roll call' }).click();
  await expect(band(page)).toContainText('Drill, started');
}

/** Presses what is there, while others press it as well, until there is none. */
const pressAll = (buttons: Locator) =>
  expect
    .poll(async () => {
      if (await buttons.count())
        await buttons
          .first()
          .click({ timeout: 500 })
          .catch(() => {});
      return buttons.count();
    })
    .toBe(0);

test('teachers find no such page until the institute says so', async ({ page }) => {
  await signIn(page, grace, '/who-is-here');
  await expect(page.getByText('has not opened this page for teachers')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Who is here' })).toHaveCount(0);
});

test('four phones account for the whole building, with the network off on one of them', async ({
  page,
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, admin, '/who-is-here');
  await expect(people(page).first()).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await api(page, 'settings/', { teachers_see_building: true }, 'PATCH');
  await startRollCall(page);
  await expectAccessible(page);
  await expectFits(page);
  const others = [
    await phone(browser, baseURL!, admin),
    await phone(browser, baseURL!, grace),
    await phone(browser, baseURL!, grace),
  ];
  const [second, third, lost] = others as [Page, Page, Page];
  // Teachers tick, and neither start nor end.
  await expect(band(lost)).toContainText('Wind from the west');
  await expect(lost.getByRole('button', { name: 'End roll call' })).toHaveCount(0);

  // A tick is seen on the other phones.
  const first = await numberOf(open(page).first());
  await person(page, first).getByRole('button').click();
  await expect(person(page, first)).toHaveAttribute('data-accounted', 'true');
  for (const other of others)
    await expect(person(other, first)).toHaveAttribute('data-accounted', 'true');
  await expect(person(third, first)).toContainText('Ada Marsh');
  // Another press takes it back, and is seen as well.
  await person(second, first).getByRole('button').click();
  await expect(person(page, first)).toHaveAttribute('data-accounted', 'false');

  await lost.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => stored(lost)).toContain('Wind from the west');
  await lost.context().setOffline(true);
  const alone = [];
  for (let count = 0; count < 3; count++) {
    const number = await numberOf(open(lost).nth(count + 2));
    await person(lost, number).getByRole('button').click();
    await expect(person(lost, number)).toContainText('not sent yet');
    alone.push(number);
  }
  await expect(lost.getByText('No network.')).toBeVisible();
  await expectAccessible(lost);
  // Also after a reload: the list and the ticks are on the phone.
  await lost.reload();
  for (const number of alone)
    await expect(person(lost, number)).toHaveAttribute('data-accounted', 'true');
  await expect(person(page, alone[0]!)).toHaveAttribute('data-accounted', 'false');
  // They are sent from whichever page is open when the network is back.
  await lost.goto('/');
  await lost.context().setOffline(false);
  for (const number of alone) {
    await expect(person(page, number)).toHaveAttribute('data-accounted', 'true', {
      timeout: 15_000,
    });
  }
  await lost.goto('/who-is-here');
  for (const number of alone) {
    await expect(person(lost, number)).not.toContainText('not sent yet', { timeout: 15_000 });
  }
  await expect(lost.getByText('No network.')).toHaveCount(0, { timeout: 15_000 });

  // A whole room at once, and back; then everybody, on several phones.
  const room = second.getByRole('button', { name: /^Tick all/ }).first();
  const before = await band(second).textContent();
  await room.click();
  await expect(band(second)).not.toHaveText(before!);
  await second.getByRole('button', { name: 'Undo' }).click();
  await expect(band(second)).toHaveText(before!);
  await second
    .getByRole('button', { name: /^Tick all/ })
    .first()
    .click();
  await pressAll(page.getByRole('button', { name: /^Tick all/ }));
  await third.getByRole('button', { name: /^Missing/ }).click();
  await pressAll(open(third).getByRole('button'));
  for (const one of [page, ...others]) await expect(band(one)).toContainText('0 missing');

  await page.getByRole('button', { name: 'End roll call' }).click();
  const question = page.getByRole('dialog', { name: 'End the roll call?' });
  await expect(question.getByText('Everybody is accounted for.')).toBeVisible();
  await question.getByRole('button', { name: 'End roll call' }).click();
  await expect(page.getByRole('heading', { name: 'No one was missing' })).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  // The list leaves the phones, which show who is here again.
  await expect(band(lost)).toHaveCount(0);
  await expect.poll(() => stored(lost)).not.toContain('Wind from the west');
  for (const other of others) await other.context().close();
});

test('by keyboard, with search and filters; who is missing stands in the record, which is listed and printed', async ({
  page,
}) => {
  await signIn(page, admin, '/dashboard');
  await openTool(page, 'Institute', 'Who is here');
  await startRollCall(page);
  const all = await people(page).count();
  await people(page).first().getByRole('button').focus();
  await page.keyboard.press('Space');
  await expect(people(page).first()).toHaveAttribute('data-accounted', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(people(page).nth(1)).toHaveAttribute('data-accounted', 'true');
  await page.getByRole('button', { name: /^Accounted for/ }).click();
  await expect(people(page)).toHaveCount(2);
  await page.getByRole('button', { name: /^Everybody/ }).click();
  const id = (await page.locator('[data-student]').nth(5).getAttribute('data-student'))!;
  await page.getByRole('searchbox', { name: 'Name, ID or room' }).fill(id.toLowerCase());
  await expect(people(page)).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Name, ID or room' }).fill('');
  await expect(people(page)).toHaveCount(all);
  await expectAccessible(page);

  // One click prints the whole list, those who are missing first.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'Roll call of the building' })).toBeVisible();
  await expect(page.locator('main table').first().locator('td').first()).toHaveText('☐');
  expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000);
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));

  await page.getByRole('button', { name: 'End roll call' }).click();
  const question = page.getByRole('dialog', { name: 'End the roll call?' });
  await expect(question.getByText(/people are missing\.$/)).toBeVisible();
  await expect(question.getByRole('group', { name: 'Missing' })).toBeVisible();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'End roll call' }).click();
  await expect(page.getByRole('heading', { name: /^Missing: / })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/who-is-here/roll-calls');
  await expect(page.getByRole('row').nth(1)).toContainText('Drill');
  await expectAccessible(page);
  await page.setViewportSize({ width: 820, height: 1180 });
  await expectFits(page);
});
