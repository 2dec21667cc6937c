import { expectAccessible } from './accessibility.ts';
import { account, expect, grace, omar, signIn, test } from './fixtures.ts';
import { clearToasts, confirmed, expectFits, field, row, toasted } from './resources.ts';

test('the pay period is chosen first, once, and remembered', async ({ page }) => {
  await signIn(page, account, '/timesheet-admin-portal?status=pending');
  const period = page.getByRole('region', { name: 'Pay period' });
  const stats = page.getByRole('region', { name: 'Stats' });
  await expect(page).toHaveURL(/status=pending&from_date=2026-11-04&to_date=2026-11-18/);
  await expect(period).toContainText('4 – 18 Nov 2026');
  await expect(page.getByText('Remove the filter Date')).toHaveCount(0);
  // The figures are one low row; charts open on request.
  await expect(stats.locator('dd').first()).not.toHaveText('0');
  expect((await stats.boundingBox())!.height).toBeLessThan(100);
  await expect(page.getByText('Hours by teacher')).toHaveCount(0);
  await expectAccessible(page);

  await period.getByRole('button', { name: 'Earlier' }).click();
  await expect(period).toContainText('20 Oct – 3 Nov 2026');
  await expect(page).toHaveURL(/from_date=2026-10-20&to_date=2026-11-03/);
  // The period is not chosen a second time: the classes without check-in are those of the same days.
  await page.getByRole('link', { name: 'Classes without check-in' }).click();
  await expect(page).toHaveURL(/missing\?from_date=2026-10-20&to_date=2026-11-03/);
  await page.goto('/timesheet-admin-portal');
  await expect(period).toContainText('20 Oct – 3 Nov 2026');

  await period.getByRole('button', { name: 'All time' }).click();
  await expect(page).not.toHaveURL(/date=/);
  await page.goto('/timesheet-admin-portal');
  await expect(period).toContainText('All time');
  await expect(period.getByRole('button', { name: 'Later' })).toBeDisabled();
  await expect(page).not.toHaveURL(/date=/);
  await expect(stats.locator('dd').first()).not.toHaveText('0');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
});

test('a teacher sees that an amount was changed, by whom and why @detail', async ({
  page,
  browser,
}) => {
  await signIn(
    page,
    account,
    '/timesheet-admin-portal?search=Grace&status=pending&from_date=2026-11-16&to_date=2026-11-22',
  );
  const id = await page.locator('[data-row]').first().getAttribute('data-row');
  await page.goto(`/timesheet-admin-portal/add?edit=${id}`);
  await field(page, 'Amount').fill('123.45');
  await field(page, 'Reason').fill('Two hours, agreed by phone');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin });
  const teacher = await context.newPage();
  await signIn(teacher, grace, '/mytimesheet');
  const line = teacher.locator(`[data-row="${id}"]`);
  await expect(line).toContainText('123.45');
  await expect(teacher.getByRole('button', { name: /^Changed/ })).toHaveCount(1);
  await line.getByRole('button', { name: /^Changed/ }).click();
  const dialog = teacher.getByRole('dialog');
  await expect(dialog).toContainText('Leo Banks changed it');
  await expect(dialog).toContainText('“Two hours, agreed by phone”');
  await expect(dialog).toContainText('→ 123.45');
  await expectAccessible(teacher);
  await context.close();
});

test('a teacher requests a missing check-in, and accounts enters it', async ({ page, browser }) => {
  await signIn(page, omar, '/mytimesheet?from=2026-10-28&to=2026-11-17');
  const missed = page
    .getByRole('alert')
    .filter({ hasText: 'no check-in' })
    .getByRole('listitem')
    .first();
  const title = /^\w+, (.*), (\d\d:\d\d–\d\d:\d\d): (\w+)/.exec(await missed.innerText())!;
  await missed.getByRole('button', { name: 'Request check-in' }).click();
  await expectAccessible(page);
  await confirmed(page, 'Send request');
  await expect(page.getByRole('dialog')).toContainText('is required');
  await page.getByRole('textbox', { name: 'Message' }).fill('The reader was broken');
  await confirmed(page, 'Send request');
  await expect(toasted(page, 'Request sent to accounts')).toBeVisible();
  await expect(missed).toContainText('Requested: “The reader was broken”');
  await expect(missed.getByRole('button', { name: 'Change request' })).toBeEnabled();
  await clearToasts(page);
  // The class's card of that day shows the missing check-in and the request as well.
  const day = new Date(`${title[1]} UTC`).toISOString().slice(0, 10);
  await page.goto(`/dashboard?date=${day}&view=cards`);
  const card = page.locator('article').filter({ hasText: title[2]!.replace('–', ' – ') });
  await expect(card).toContainText('No check-in');
  await expect(card.getByRole('button', { name: 'Request check-in' })).toBeVisible();
  await expectAccessible(page);

  const portal = await (
    await browser.newContext({ viewport: { width: 1366, height: 850 } })
  ).newPage();
  await signIn(portal, account, '/timesheet-admin-portal');
  await portal.getByRole('link', { name: '1 check-in request' }).click();
  const line = row(portal, 'The reader was broken');
  await expect(line).toContainText(title[3]!);
  await expectAccessible(portal);
  await line.getByRole('button', { name: /^Options of/ }).click();
  await portal.getByRole('menuitem', { name: 'Enter check-in' }).click();
  await confirmed(portal, 'Enter');
  await expect(toasted(portal, 'Checked In')).toBeVisible();
  await expect(line).toHaveCount(0);
  await portal.close();
  await page.reload();
  await expect(card.getByRole('button', { name: 'Checked In' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Request check-in' })).toHaveCount(0);
});
