import { expectAccessible } from './accessibility.ts';
import { expect, grace, omar, signIn, test } from './fixtures.ts';
import {
  clearToasts,
  confirmed,
  exportAs,
  expectFits,
  readCsv,
  readPdf,
  row,
  toasted,
} from './resources.ts';

/** Grace's early class of the day; its check-in is open until the evening. */
const early = /07:30 – 09:00/;

test('a teacher checks in from the dashboard, sees it in My Timesheet, exports it, and withdraws it', async ({
  page,
}) => {
  await signIn(page, grace, '/dashboard');
  const card = page.locator('article').filter({ hasText: early });
  await card.getByRole('button', { name: 'Teacher Check-in' }).click();
  await expect(toasted(page, 'Checked In')).toBeVisible();
  const done = card.getByRole('button', { name: 'Checked In' });
  await expect(done).toBeDisabled();
  await expect(done).toHaveAttribute('data-state', 'pending');
  await expect(card).toContainText('Checked InPending');
  await clearToasts(page);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'My Timesheet' }).click();
  await expect(page.getByText('16 – 22 Nov 2026', { exact: true })).toBeVisible();
  const line = row(page, 'Wed 18 Nov 2026').filter({ hasText: '07:30–09:00' });
  await expect(line).toContainText('Pending');
  await expect(line).toContainText('1.50');
  await expect(line).toContainText('$297.75');
  await expect(
    page
      .getByRole('region', { name: 'Today’s classes' })
      .getByRole('button', { name: 'Checked In' })
      .first(),
  ).toBeVisible();
  await expectAccessible(page);

  // The export matches the screen, in whole cents.
  const csv = await readCsv(await exportAs(page, /CSV/));
  const shown = await page.locator('[data-row]').count();
  expect(csv).toHaveLength(shown);
  const cents = csv.reduce((sum, record) => sum + Math.round(Number(record.Amount) * 100), 0);
  const total = (cents / 100).toLocaleString('en', { minimumFractionDigits: 2 });
  await expect(page.locator('tfoot')).toContainText(total);
  expect(csv.at(-1)).toMatchObject({
    Date: '2026-11-18',
    Time: '07:30–09:00',
    Hours: '1.50',
    Amount: '297.75',
    Status: 'Pending',
  });
  const pdf = await readPdf(await exportAs(page, /PDF/));
  expect(pdf.text.replaceAll(/\s+/g, ' ')).toContain((cents / 100).toFixed(2));
  await clearToasts(page);

  // In print: only the timesheet, with its owner, its days and a place to sign.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'My Timesheet of Grace Hall, 16 – 22 Nov 2026',
  );
  await expect(page.getByText('Approved, date and signature')).toBeVisible();
  for (const hidden of [
    page.getByRole('button', { name: 'Print' }),
    page.getByRole('banner'),
    page.getByText('Today’s classes'),
  ]) {
    await expect(hidden).toBeHidden();
  }
  await page.emulateMedia({ media: 'screen' });

  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1366, height: 850 });

  // Another period, in the address; weeks have sums of their own.
  await page.getByRole('button', { name: 'Earlier' }).click();
  await expect(page.getByText('9 – 15 Nov 2026', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/from=2026-11-09&to=2026-11-15/);
  await page.goto('/mytimesheet?from=2026-11-02&to=2026-11-18');
  await expect(page.getByRole('row', { name: /^Sum of the week/ })).toHaveCount(3);
  await expect(row(page, 'completed').first()).toBeVisible();

  await page.getByRole('button', { name: 'This Week' }).click();
  await line.getByRole('button', { name: /^Options of/ }).click();
  await page.getByRole('menuitem', { name: 'Withdraw' }).click();
  await confirmed(page, 'Withdraw');
  await expect(toasted(page, 'Item deleted successfully')).toBeVisible();
  await expect(line).toHaveCount(0);
});

test('a relief teacher confirms first, and then it is on their timesheet @detail', async ({
  page,
}) => {
  await signIn(page, omar, '/dashboard?teacher=all&view=cards');
  const card = page.locator('article').filter({ hasText: early }).filter({ hasText: 'Grace Hall' });
  await expect(card.getByRole('link', { name: 'Start' })).toBeVisible();
  await expect(card.getByRole('button', { name: 'Teacher Check-in' })).toHaveCount(0);
  await card.getByRole('link', { name: 'Start' }).click();
  await expect(page.getByRole('heading', { name: 'Manual attendance' })).toBeVisible();
  await page.getByRole('button', { name: 'Teacher Check-in' }).click();
  await expect(page.getByRole('dialog')).toContainText('Check in instead of Grace Hall?');
  await expectAccessible(page);
  await confirmed(page, 'Check in');
  await expect(page.getByRole('button', { name: 'Checked In' })).toBeDisabled();

  await page.goto('/mytimesheet');
  const line = row(page, 'Wed 18 Nov 2026').filter({ hasText: '07:30–09:00' });
  await expect(line).toContainText('COM120');
  await line.getByRole('button', { name: /^Options of/ }).click();
  await page.getByRole('menuitem', { name: 'Withdraw' }).click();
  await confirmed(page, 'Withdraw');
  await expect(line).toHaveCount(0);
});
