import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { Download, Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { account, expect, signIn, test } from './fixtures.ts';
import { clearToasts, confirmed, expectFits, field, row, toasted } from './resources.ts';

const bytesOf = async (download: Download) => readFile(await download.path());

async function closePay(page: Page, until: string, reason?: string) {
  await page.getByRole('button', { name: /^(Close pay|Change) …$/ }).click();
  await field(page, 'Closed until').fill(until);
  if (reason) await page.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Close pay|Save)$/ })
    .click();
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();
  await clearToasts(page);
}

/** Creates a run of some days, and downloads its file. */
async function makeRun(page: Page, from: string, to: string, question: RegExp): Promise<Download> {
  await page.getByRole('button', { name: 'Make pay run …' }).click();
  await field(page, 'From').fill(from);
  await field(page, 'To').fill(to);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(question)).toBeVisible();
  await expectAccessible(page);
  const started = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Make pay run' }).click();
  return started;
}

test('closed days are exported as a run, and later changes in the next one', async ({ page }) => {
  await signIn(page, account, '/timesheet-admin-portal?from_date=2026-11-02&to_date=2026-11-08');
  await page.getByRole('link', { name: 'Pay runs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Pay runs' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make pay run …' })).toBeDisabled();
  await expectAccessible(page);
  await closePay(page, '08/11/2026');

  const file = await makeRun(
    page,
    '02/11/2026',
    '08/11/2026',
    /^\d+ check-ins and 0 corrections of earlier runs, together \$[\d,.]+\.$/,
  );
  expect(file.suggestedFilename()).toBe('pay-run-1_2026-11-02_2026-11-08.csv');
  const bytes = await bytesOf(file);
  const lines: Record<string, string>[] = parse(bytes, { bom: true, columns: true });
  const run = page.locator('[data-row="1"]');
  const checksum = createHash('sha256').update(bytes).digest('hex');
  await expect(run).toContainText('2 Nov 2026 – 8 Nov 2026');
  await clearToasts(page);
  await expectAccessible(page);

  // One of its lines is corrected, after its day was reopened.
  await closePay(page, '01/11/2026', 'Two hours were agreed');
  const { 'Line ID': id, Amount: amount } = lines[0]!;
  await page.goto(`/timesheet-admin-portal/add?edit=${id}`);
  await expect(page.getByText('pay run 1', { exact: true })).toBeVisible();
  await field(page, 'Amount').fill('500');
  await expect(
    page.getByRole('status').filter({ hasText: 'Pay run 1 has exported it' }),
  ).toContainText(/^\+\$[\d.]+ on \$[\d.]+\. /);
  await field(page, 'Reason').fill('Two hours were agreed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await confirmed(page, 'Save');
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();
  await clearToasts(page);
  await page.goto('/timesheet-admin-portal/runs');
  await closePay(page, '08/11/2026');
  const changes = async () => {
    await row(page, 'Leo Banks')
      .last()
      .getByRole('button', { name: /^Options of/ })
      .click();
    await page.getByRole('menuitem', { name: 'What changed since' }).click();
    return page.getByRole('region', { name: 'Changes' });
  };
  await expect(await changes()).toContainText('$500.00');
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('In the next run');
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const correction = await makeRun(
    page,
    '02/11/2026',
    '08/11/2026',
    /^0 check-ins and 1 correction of 1 check-in in earlier runs/,
  );
  expect(parse(await bytesOf(correction), { bom: true, columns: true })).toMatchObject([
    { Kind: 'correction', 'Line ID': id, Amount: (500 - Number(amount)).toFixed(2) },
  ]);
  await clearToasts(page);
  await expect(await changes()).toContainText('In pay run 2');
  await page.keyboard.press('Escape');

  // The first file again: the same bytes.
  await run.getByRole('button', { name: /^Options of/ }).click();
  const again = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download CSV' }).click();
  expect(await bytesOf(await again)).toEqual(bytes);
  await run.getByRole('button', { name: /^Options of/ }).click();
  await page.getByRole('menuitem', { name: 'What changed since' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    `SHA-256 of pay-run-1_2026-11-02_2026-11-08.csv: ${checksum}`,
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await clearToasts(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page);
});
