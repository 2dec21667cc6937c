import { expectAccessible } from './accessibility.ts';
import { admin, expect, grace, signIn, test } from './fixtures.ts';
import { expectFits } from './resources.ts';

test('an admin’s dashboard says how today is going; each number opens what is behind it', async ({
  page,
}) => {
  await signIn(page, admin, '/dashboard');
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today).toContainText(/Rolls taken\d+ of \d+, \d+ begun/);
  await expect(today).toContainText(
    /Present\d+% of \d+ marked (?:as usual \(\d+%\)|[\d.]+ points (?:below|above) the usual \d+%)/,
  );
  await expect(today).toContainText(/Open rolls\d+ since .*: \d+ not taken, \d+ unfinished/);
  await expectAccessible(page);

  const rate = await today.getByRole('link', { name: '%' }).textContent();
  await today.getByRole('link', { name: '%' }).click();
  const totals = page.getByRole('region', { name: 'Totals' });
  await expect(totals).toContainText(`Rate${rate}`);
  await page.goBack();

  for (const place of [0, 1, 2]) {
    const link = today.getByRole('definition').nth(2).getByRole('link').nth(place);
    const count = Number.parseInt((await link.textContent()) ?? '', 10);
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Rolls not taken');
    await expect(page.getByText(`${count} from `)).toBeVisible();
    await expect(page.locator('[data-row]')).toHaveCount(count);
    await page.goBack();
  }

  const taken = today.getByRole('definition').nth(0).getByRole('link');
  const count = await taken.textContent();
  await taken.click();
  await expect(page).toHaveURL(/\/todays-rolls/);
  await expect(page.getByText(`Taken or Closed: ${count}.`)).toBeVisible();
  await expect(page.locator('tr[data-class]')).toHaveCount(Number(count));
  await page.goBack();
  await today.getByRole('definition').nth(3).getByRole('link').click();
  await expect(page).toHaveURL(/\/red-list-students\//);
  await page.goBack();
  const followUps = await today.getByRole('definition').nth(4).getByRole('link').textContent();
  await today.getByRole('definition').nth(4).getByRole('link').click();
  await expect(page.getByText(`${followUps} open,`)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/dashboard');
  await expect(today).toContainText('of');
  await expectFits(page);
  await page.goto('/dashboard?date=2026-11-17');
  await expect(page.getByRole('button', { name: /17/ }).first()).toBeVisible();
  await expect(today).toHaveCount(0);
});

test('a teacher has no overview of the institute @detail', async ({ page }) => {
  await signIn(page, grace, '/dashboard');
  await expect(page.getByRole('region', { name: 'Current and Upcoming Classes' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Today', exact: true })).toHaveCount(0);
});

test('an admin orders a list by mail, each week or month, and ends it @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/open-rolls');
  const choose = async (title: string) => {
    await page.getByRole('button', { name: 'By mail' }).click();
    await page.getByRole('menuitemradio', { name: title }).click();
  };
  await choose('Each Monday');
  await expect(page.getByText('Each Monday a mail goes to admin@demo.example.')).toBeVisible();
  await page.goto('/red-list-students');
  await choose('Each month, on the 1st');
  await expect(page.getByText('a mail goes to admin@demo.example').last()).toBeVisible();
  await page.goto('/open-rolls');
  await page.getByRole('button', { name: 'By mail' }).click();
  await expect(page.getByRole('menuitemradio', { name: 'Each Monday' })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('menuitemradio', { name: 'Not by mail' }).click();
  await expect(page.getByText('No more mails of this list.')).toBeVisible();
});
