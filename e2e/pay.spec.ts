import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { account, admin, expect, expectAccessible, grace, omar, signIn, test } from './person.ts';
import { clearToasts, exportAs, expectFits, field, pick, readCsv, readPdf, row, rowOption, toasted } from './sections.ts';

const confirmed = (page: Page, button: string) => page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();

/** Grace's early class of the day; its check-in is open until the evening. */
const early = /07:30 – 09:00/;

async function readSheet(download: Download): Promise<Record<string, unknown>[]> {
  const { sheets } = await readXlsx(new Uint8Array(await readFile(await download.path())));
  const [header, ...rows] = sheets[0]!.rows;
  return rows.map((cells) => Object.fromEntries(header!.map((name, at) => [String(name), cells[at]])));
}

test('a teacher checks in from the dashboard, sees it in My Timesheet, takes it along, and withdraws it', async ({ page }) => {
  await signIn(page, grace, '/dashboard');
  const card = page.locator('article').filter({ hasText: early });
  await card.getByRole('button', { name: 'Teacher Check-in' }).click();
  await expect(toasted(page, 'Checked In')).toBeVisible();
  const done = card.getByRole('button', { name: 'Checked In' });
  await expect(done).toBeDisabled();
  await expect(done).toHaveAttribute('data-state', 'pending');
  await clearToasts(page);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'My Timesheet' }).click();
  await expect(page.getByText('16 – 22 Nov 2026', { exact: true })).toBeVisible();
  const line = row(page, 'Wed 18 Nov 2026').filter({ hasText: '07:30–09:00' });
  await expect(line).toContainText('pending');
  await expect(line).toContainText('1.50');
  await expect(line).toContainText('297.75');
  await expect(page.getByRole('region', { name: 'Today’s classes' }).getByRole('button', { name: 'Checked In' }).first()).toBeVisible();
  await expectAccessible(page);

  // What is taken along is what is on the screen, in whole cents.
  const csv = await readCsv(await exportAs(page, /CSV/));
  const shown = await page.locator('[data-row]').count();
  expect(csv).toHaveLength(shown);
  const cents = csv.reduce((sum, record) => sum + Math.round(Number(record.Amount) * 100), 0);
  const total = (cents / 100).toLocaleString('en', { minimumFractionDigits: 2 });
  await expect(page.locator('tfoot')).toContainText(total);
  expect(csv.at(-1)).toMatchObject({ Date: '2026-11-18', Time: '07:30–09:00', Hours: '1.50', Amount: '297.75', Status: 'pending' });
  const pdf = await readPdf(await exportAs(page, /PDF/));
  expect(pdf.text.replaceAll(/\s+/g, ' ')).toContain((cents / 100).toFixed(2));
  await clearToasts(page);

  // Printed: the timesheet alone, with its owner, its days and a place to sign.
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Timesheet of Grace Hall, 16 – 22 Nov 2026');
  await expect(page.getByText('Approved, date and signature')).toBeVisible();
  for (const hidden of [page.getByRole('button', { name: 'Print' }), page.getByRole('banner'), page.getByText('Today’s classes')]) {
    await expect(hidden).toBeHidden();
  }
  await page.emulateMedia({ media: 'screen' });

  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await page.setViewportSize({ width: 1366, height: 850 });

  // Another span of days, in the address; weeks have sums of their own.
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

test('a relief teacher is asked first, and then it is on their timesheet', async ({ page }) => {
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

test('accounts corrects a check-in, completes it, reopens it with a reason, and sees all of that', async ({ page }) => {
  await signIn(page, account, '/timesheet-admin-portal?search=Keiko&from_date=2026-11-16&to_date=2026-11-17&ordering=date');
  await expect(page.getByRole('heading', { level: 1, name: 'Timesheet Admin Portal' })).toBeVisible();
  await expect(row(page, 'Keiko Mori').first()).toBeVisible();
  const lines = await page.locator('[data-row]').count();
  await expect(page.getByRole('region', { name: 'Stats' }).locator('dd').first()).toHaveText(String(lines));
  await expectAccessible(page);

  const first = page.locator('[data-row]').first();
  const id = await first.getAttribute('data-row');
  await first.getByRole('button', { name: /^Options of/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Edit check-in' })).toBeVisible();
  await expectAccessible(page);
  // Another pay code brings its amount; what is typed wins.
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

  // Completed with the others of the teacher who is paid now, in one go.
  await page.goto('/timesheet-admin-portal?search=Pavel&from_date=2026-11-16&to_date=2026-11-17');
  const line = page.locator(`[data-row="${id}"]`);
  await expect(line).toContainText('200.00');
  await expect(line).toContainText('for Keiko Mori');
  await line.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Complete 1' }).click();
  await expect(page.getByRole('dialog')).toContainText('Together 200.00');
  await confirmed(page, 'Complete');
  await expect(toasted(page, 'Updated Successfully')).toBeVisible();
  await expect(line).toContainText('completed');
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
  await expect(line).toContainText('pending');

  await rowOption(page, 'for Keiko Mori', 'Edit');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history.locator('ol > li')).toHaveCount(5);
  await expect(history).toContainText('Leo Banks reopened it');
  await expect(history).toContainText('“Wrong month”');
  await expect(history).toContainText('amount: 200.00 → 210.00');
  await expect(history).toContainText('teacher: Keiko Mori → Pavel Novák');
  await expect(history).toContainText('Keiko Mori checked in');
});

test('accounts sums up with pictures, narrows down, and exports for the payroll system', async ({ page }) => {
  await signIn(page, account, '/timesheet-admin-portal');
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
  // The same numbers as a table; together they are the sum above.
  await page.getByText('Show as table').click();
  const amounts = await page.getByRole('region', { name: 'Sums by pay code, table' }).locator('tbody td:last-child').allTextContents();
  const sum = amounts.reduce((all, text) => all + Math.round(Number(text.replaceAll(',', '')) * 100), 0);
  await expect(page.getByRole('region', { name: 'Stats' }).locator('dd').nth(2)).toHaveText(
    (sum / 100).toLocaleString('en', { minimumFractionDigits: 2 }),
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
  const total = Number((await page.getByRole('region', { name: 'Stats' }).locator('dd').first().textContent())!.replaceAll(',', ''));
  expect(total).toBeGreaterThan(20);

  const take = async (item: string) => {
    await page.getByRole('button', { name: 'Payroll file' }).click();
    const started = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).click();
    return started;
  };
  const sheet = await readSheet(await take('Check-ins, Excel'));
  expect(sheet).toHaveLength(total);
  expect(sheet[0]!.Date).toBeInstanceOf(Date);
  expect(new Set(sheet.map((line) => `${String(line['Pay code'])} ${String(line.Status)}`))).toEqual(new Set(['TUT completed']));
  const cents = sheet.reduce((all, line) => all + Math.round(Number(line.Amount) * 100), 0);
  const totals = await readCsv(await take('Totals by teacher and pay code, CSV'));
  expect(totals.reduce((all, line) => all + Math.round(Number(line.Amount) * 100), 0)).toBe(cents);
  await expect(page.getByRole('region', { name: 'Stats' }).locator('dd').nth(2)).toHaveText(
    (cents / 100).toLocaleString('en', { minimumFractionDigits: 2 }),
  );

  await page.setViewportSize({ width: 390, height: 844 });
  await expectFits(page);
  await expectAccessible(page);
});

test('accounts enters a check-in that was forgotten, for whoever stood in', async ({ page }) => {
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

test('the header search leads to today’s classes without check-in', async ({ page }) => {
  await signIn(page, account, '/');
  await page
    .getByRole('combobox', { name: /Search pages/ })
    .or(page.getByPlaceholder('Search pages'))
    .first()
    .fill('portal');
  await page.getByRole('link', { name: 'Add Timesheet Admin Portal' }).click();
  await expect(page).toHaveURL(/missing\?from_date=2026-11-18&to_date=2026-11-18/);
  await expect(row(page, 'Wednesday, 18 Nov 2026').first()).toBeVisible();
});

test('pay is not for an admin, whatever the address', async ({ page }) => {
  await signIn(page, admin, '/timesheet-admin-portal');
  for (const path of ['', '/missing', '/add?edit=1', '/payrolls']) {
    await page.goto(`/timesheet-admin-portal${path}`);
    await expect(page.getByText("The page you're looking for is not accessible!")).toBeVisible();
  }
  const answers = await page.evaluate(async () => {
    const authorization = `Bearer ${sessionStorage.getItem('access_token')}`;
    const json = { authorization, 'content-type': 'application/json' };
    const call = (method: string, path: string, body?: object) =>
      fetch(`/api/v2/attendance/${path}`, { method, headers: body ? json : { authorization }, body: body && JSON.stringify(body) }).then(
        ({ status }) => status,
      );
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

test('a note is written, corrected and taken away where the roll is taken', async ({ page }) => {
  await signIn(page, grace, '/dashboard');
  await page.locator('article').filter({ hasText: early }).getByRole('link', { name: 'Start' }).click();
  await page.getByRole('button', { name: 'Notes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notes' });
  await dialog.getByLabel('Note', { exact: true }).fill('Window is stuck');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  await expect(toasted(page, 'Note Added')).toBeVisible();
  await dialog.getByRole('button', { name: /^Edit the note of Grace Hall/ }).click();
  await dialog.getByLabel('Edit note').fill('Window is repaired');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toasted(page, 'Edited Successfully')).toBeVisible();
  await expect(dialog.getByText('Window is repaired')).toBeVisible();
  // The question stands above the dialog that it comes from.
  await dialog.getByLabel('Note', { exact: true }).fill('Written by mistake');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  const mistake = dialog.locator('div', { hasText: /^Grace Hall.*Written by mistake$/ }).last();
  await mistake.getByRole('button', { name: /^Delete the note/ }).click();
  await page.getByRole('dialog', { name: 'Confirm Deletion' }).getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText('Written by mistake')).toHaveCount(0);
  await page.keyboard.press('Escape');

  // A teacher changes their own notes alone.
  await page.goto('/notes?search=window');
  await expect(row(page, 'Window is repaired').getByRole('button', { name: /^Options of/ })).toBeVisible();
  await page.goto('/notes');
  await expect(row(page, 'Omar Haddad').first()).toBeVisible();
  await expect(
    row(page, 'Omar Haddad')
      .first()
      .getByRole('button', { name: /^Options of/ }),
  ).toHaveCount(0);
  await page.goto('/notes?search=window');
  await rowOption(page, 'Window is repaired', 'Delete');
  await confirmed(page, 'Delete');
  await expect(toasted(page, 'Item deleted successfully')).toBeVisible();
});
