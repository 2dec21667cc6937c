import { readFile } from 'node:fs/promises';
import type { Download } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { expectAccessible } from './accessibility.ts';
import { account, admin, expect, signIn, test } from './fixtures.ts';
import {
  clearToasts,
  confirmed,
  expectFits,
  field,
  pick,
  readCsv,
  row,
  rowOption,
  toasted,
} from './resources.ts';

async function readSheet(download: Download): Promise<Record<string, unknown>[]> {
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await download.path())));
  const [header, ...rows] = sheets[0]!.rows;
  return rows.map((cells) =>
    Object.fromEntries(header!.map((name, at) => [String(name), cells[at]])),
  );
}

test('accounts corrects a check-in, completes it, reopens it with a reason, and sees the history', async ({
  page,
}) => {
  await signIn(
    page,
    account,
    '/timesheet-admin-portal?search=Keiko&from_date=2026-11-16&to_date=2026-11-17&ordering=date',
  );
  await expect(
    page.getByRole('heading', { level: 1, name: 'Timesheet Admin Portal' }),
  ).toBeVisible();
  await expect(row(page, 'Keiko Mori').first()).toBeVisible();
  const lines = await page.locator('[data-row]').count();
  await expect(page.getByRole('region', { name: 'Stats' }).locator('dd').first()).toHaveText(
    String(lines),
  );
  await expectAccessible(page);

  const first = page.locator('[data-row]').first();
  const id = await first.getAttribute('data-row');
  await first.getByRole('button', { name: /^Options of/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit check-in' })).toBeVisible();
  await expectAccessible(page);
  // Only required fields are marked as required.
  await expect(page.locator('form label').filter({ hasText: '*' })).toHaveText([
    'Teacher *',
    'Amount *',
    'Status *',
  ]);
  // Another pay code fills in its amount; a typed amount takes precedence.
  await pick(page, 'Pay code', 'LEC-R');
  await expect(field(page, 'Amount')).toHaveValue('198.60');
  await field(page, 'Amount').fill('1.005');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('must be an amount such as 198.50')).toBeVisible();
  await field(page, 'Amount').fill('200');
  await pick(page, 'Teacher', 'Pavel');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await confirmed(page, 'Save');
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();
  await clearToasts(page);

  // Completed together with the others of the current payee.
  await page.goto('/timesheet-admin-portal?search=Pavel&from_date=2026-11-16&to_date=2026-11-17');
  const line = page.locator(`[data-row="${id}"]`);
  await expect(line).toContainText('200.00');
  await expect(line).toContainText('for Keiko Mori');
  await line.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Complete 1' }).click();
  await expect(page.getByRole('dialog')).toContainText('Together $200.00');
  await confirmed(page, 'Complete');
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();
  await expect(line).toContainText('Completed');
  await clearToasts(page);

  // Locked: no deleting, and no change without a reason.
  await line.getByRole('button', { name: /^Options of/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByText('This check-in is completed and locked')).toBeVisible();
  await field(page, 'Amount').fill('210');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('is required', { exact: true })).toBeVisible();
  await expect(field(page, 'Reason')).toBeFocused();
  await field(page, 'Reason').fill('Agreed by phone');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await confirmed(page, 'Save');
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();
  await clearToasts(page);

  await line.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Reopen 1' }).click();
  await expectAccessible(page);
  await confirmed(page, 'Reopen');
  await expect(page.getByRole('dialog').getByText('is required')).toBeVisible();
  await page.getByRole('dialog').getByLabel('Reason').fill('Wrong month');
  await confirmed(page, 'Reopen');
  await expect(line).toContainText('Pending');

  await rowOption(page, 'for Keiko Mori', 'Edit');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.locator('ol > li')).toHaveCount(5);
  await expect(history).toContainText('Leo Banks reopened it');
  await expect(history).toContainText('“Wrong month”');
  await expect(history).toContainText('amount: 200.00 → 210.00');
  await expect(history).toContainText('teacher: Keiko Mori → Pavel Novák');
  await expect(history).toContainText('Keiko Mori checked in');
});

test('accounts sums up with charts, filters, and exports for the payroll system', async ({
  page,
}) => {
  await signIn(page, account, '/timesheet-admin-portal');
  await page.getByRole('button', { name: 'All time' }).click();
  await page.getByRole('button', { name: 'Show charts' }).click();
  await expect(page.getByText('Hours by teacher')).toBeVisible();
  await expect(page.locator('.recharts-bar-rectangle').first()).toBeVisible();
  for (const [by, words] of [
    ['By week', 'Amount by week'],
    ['By pay code', 'Amount by pay code'],
  ] as const) {
    await page.getByText(by, { exact: true }).click();
    await expect(page.getByText(words)).toBeVisible();
    await expectAccessible(page);
  }
  // The same numbers as a table; their sum equals the one above.
  await page.getByText('Show as table').click();
  const amounts = await page
    .getByRole('region', { name: 'Sums by pay code, table' })
    .locator('tbody td:last-child')
    .allTextContents();
  const sum = amounts.reduce(
    (all, text) => all + Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100),
    0,
  );
  await expect(page.getByRole('region', { name: 'Stats' }).locator('dd').nth(2)).toHaveText(
    `$${(sum / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`,
  );

  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('checkbox', { name: 'completed' }).check();
  await page.getByRole('combobox', { name: 'Pay code' }).click();
  await page.getByRole('option', { name: 'TUT', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/status=completed/);
  await expect(page).toHaveURL(/payroll=\d+/);
  await expect(page.getByRole('region', { name: 'Stats' })).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByRole('region', { name: 'Stats' }).locator('dd').nth(3)).toHaveText('0');
  const total = Number(
    (await page
      .getByRole('region', { name: 'Stats' })
      .locator('dd')
      .first()
      .textContent())!.replaceAll(',', ''),
  );
  expect(total).toBeGreaterThan(20);

  const take = async (item: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    const started = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).click();
    return started;
  };
  const sheet = await readSheet(await take('Payroll file, Excel'));
  expect(sheet).toHaveLength(total);
  expect(sheet[0]!.Date).toBeInstanceOf(Date);
  expect(
    new Set(sheet.map((line) => `${String(line['Pay code'])} ${String(line.Status)}`)),
  ).toEqual(new Set(['TUT completed']));
  const cents = sheet.reduce((all, line) => all + Math.round(Number(line.Amount) * 100), 0);
  const totals = await readCsv(await take('Totals by teacher and pay code, CSV'));
  expect(totals.reduce((all, line) => all + Math.round(Number(line.Amount) * 100), 0)).toBe(cents);
  await expect(page.getByRole('region', { name: 'Stats' }).locator('dd').nth(2)).toHaveText(
    `$${(cents / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`,
  );

  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page);
});

test('accounts enters a forgotten check-in for the stand-in @detail', async ({ page }) => {
  await signIn(page, account, '/timesheet-admin-portal/missing?search=Samuel');
  const line = page.locator('[data-row]').last();
  await expect(line).toContainText('Samuel Osei');
  const before = await page.locator('[data-row]').count();
  await expectAccessible(page);
  await line.getByRole('button', { name: /^Options of/ }).click();
  await page.getByRole('menuitem', { name: 'Enter check-in' }).click();
  await pick(page, 'Teacher', 'Ingrid');
  await expectAccessible(page);
  await confirmed(page, 'Enter');
  await expect(toasted(page, 'Checked In')).toBeVisible();
  await expect(page.locator('[data-row]')).toHaveCount(before - 1);

  await page.goto('/timesheet-admin-portal?search=Ingrid&ordering=-date&status=pending');
  await rowOption(page, 'for Samuel Osei', 'Delete');
  await confirmed(page, 'Delete');
  await expect(toasted(page, 'Item deleted successfully')).toBeVisible();
});

test('the header search leads to today’s classes without check-in @detail', async ({ page }) => {
  await signIn(page, account, '/');
  await page.getByRole('combobox', { name: 'Search pages and records' }).fill('portal');
  await page.getByRole('option', { name: 'Add Timesheet Admin Portal' }).click();
  await expect(page).toHaveURL(/missing\?from_date=2026-11-18&to_date=2026-11-18/);
  await expect(row(page, 'Wednesday, 18 Nov 2026').first()).toBeVisible();
});

test('pay is hidden from an admin at every address @detail', async ({ page }) => {
  await signIn(page, admin, '/timesheet-admin-portal');
  for (const path of ['', '/missing', '/add?edit=1', '/payrolls']) {
    await page.goto(`/timesheet-admin-portal${path}`);
    await expect(page.getByText("The page you're looking for is not accessible!")).toBeVisible();
  }
  const answers = await page.evaluate(async () => {
    const authorization = `Bearer ${sessionStorage.getItem('access_token')}`;
    const json = { authorization, 'content-type': 'application/json' };
    const call = (method: string, path: string, body?: object) =>
      fetch(`/api/v2/attendance/${path}`, {
        method,
        headers: body ? json : { authorization },
        body: body && JSON.stringify(body),
      }).then(({ status }) => status);
    return Promise.all([
      call('PATCH', 'payroll-logs/1/', { amount_need_to_be_paid: '1' }),
      call('POST', 'payroll-logs/bulk-update/', { ids: [1], status: 'completed' }),
      call('DELETE', 'payroll-logs/1/'),
      call('GET', 'payroll-logs-export/'),
      call('GET', 'payrolls/'),
    ]);
  });
  expect(answers).toEqual([403, 403, 403, 403, 403]);
  await page.goto('/mytimesheet');
  await expect(page.getByText('Timesheets are for teachers')).toBeVisible();
  await expectAccessible(page);
});
