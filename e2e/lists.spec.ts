import { expectAccessible } from './accessibility.ts';
import { account, admin, expect, signIn, test } from './fixtures.ts';
import {
  choose,
  clearToasts,
  exportAs,
  field,
  pick,
  readCsv,
  readPdf,
  row,
  rowOption,
  searchFor,
  showAs,
  toasted,
} from './resources.ts';

test('pages: the displayed range, the last page by its address, back to the first by a search', async ({
  page,
}) => {
  await signIn(page, admin, '/students');
  // Earlier tests may have added students.
  const showing = page.getByText(/^Showing 1–20 of \d+ items$/);
  await expect(showing).toBeVisible();
  const total = Number(/of (\d+)/.exec((await showing.textContent())!)![1]);
  const last = Math.ceil(total / 20);
  await page.getByRole('button', { name: 'Page 2', exact: true }).click();
  await expect(page.getByText(`Showing 21–40 of ${total} items`)).toBeVisible();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.locator('tbody tr').first().locator('td').nth(1)).toHaveText('21');
  await page.goto(`/students?page=${last}&ordering=-student_id`);
  await expect(
    page.getByText(`Showing ${last * 20 - 19}–${total} of ${total} items`),
  ).toBeVisible();
  await expect(row(page, 'S260001')).toBeVisible();
  await searchFor(page, 'nguyen');
  await expect(page).not.toHaveURL(/page=/);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`page=${last}`));
});

test('several rows: selected over pages, exported, archived, restored, deleted together', async ({
  page,
}) => {
  await signIn(page, account, '/subjects/add');
  for (const code of ['DEL100', 'DEL200']) {
    await field(page, 'Subject name').fill(`Short ${code}`);
    await field(page, 'Subject code').fill(code);
    await choose(page, 'Year', 'Year 1');
    await pick(page, 'Course', 'Bachelor of Nursing');
    await pick(page, 'Specialization', 'Acute Care');
    await pick(page, 'Teacher', 'Keiko Mori');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(toasted(page, 'Subject added successfully')).toBeVisible();
    await clearToasts(page);
  }
  await page.goto('/subjects?search=DEL');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await expect(page.getByText('2 selected')).toBeVisible();
  await searchFor(page, 'NUR101');
  await page.getByRole('checkbox', { name: /^Select NUR101/ }).check();
  await expect(page.getByText('3 selected')).toBeVisible();
  expect(
    (await readCsv(await exportAs(page, /CSV of 3 selected/))).map((record) => record.Code),
  ).toEqual(['DEL100', 'DEL200', 'NUR101']);

  // One of them is in use: nothing is deleted, and archiving is offered instead.
  await clearToasts(page);
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('Error while deleting');
  await expect(page.getByRole('dialog')).toContainText(
    '1 of 3 are still used. Archive them instead.',
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('checkbox', { name: /^Select NUR101/ }).uncheck();

  await page.getByRole('button', { name: 'Archive selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(toasted(page, '2 archived')).toBeVisible();
  // It leads to where that is undone, and stays long enough to be reached.
  await expect(toasted(page, '2 archived').getByRole('button', { name: 'Undo…' })).toBeVisible();
  await clearToasts(page);
  // While the archive is being read, nothing offers to restore what is not in it.
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  const held = Promise.withResolvers<void>();
  await page.route('**/bulk-archive/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Archived' }).click();
  await expect(page.getByText('Please Wait')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Options of/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Restore selected' })).toHaveCount(0);
  held.resolve();
  await searchFor(page, 'DEL');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Restore selected' }).click();
  await expect(toasted(page, '2 restored')).toBeVisible();
  await page.getByRole('button', { name: 'Archived' }).click();
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toasted(page, 'Deleted Successfully')).toBeVisible();
});

test('a file of all matching rows, in every script, page by page @detail', async ({ page }) => {
  await signIn(page, admin, '/students/add');
  for (const [label, value] of Object.entries({
    'Student ID': 'S269300',
    'First name': '美玲',
    'Last name': 'शर्मा',
    'Date of birth': '2005-06-07',
    'Phone number': '+61 1',
  })) {
    await field(page, label).fill(value);
  }
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toasted(page, 'Student Added Successfully.')).toBeVisible();
  await page.goto('/students?search=2026');
  await page.goto('/students');
  const csv = await readCsv(await exportAs(page, /CSV of all 169/));
  expect(csv).toHaveLength(169);
  expect(csv.find((record) => record['Student ID'] === 'S269300')).toMatchObject({
    'First name': '美玲',
    'Last name': 'शर्मा',
    'RFID number': 'N/A',
  });
  const pdf = await readPdf(await exportAs(page, /PDF of all 169/));
  expect(pdf.text).toContain('Nguyễn');
  expect(pdf.text).toContain(`Page ${pdf.pages} of ${pdf.pages}`);
  // The header, the footer, and one picture for each of the two names that the font cannot write.
  expect(pdf.images).toBeGreaterThanOrEqual(4);
  await searchFor(page, 'S269300');
  await rowOption(page, '美玲', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toasted(page, 'Item deleted successfully')).toBeVisible();
});

test('the view is remembered @detail', async ({ page }) => {
  await signIn(page, admin, '/teachers');
  await showAs(page, 'Cards');
  await expect(page.locator('li[data-row]').first()).toBeVisible();
  await page.getByRole('link', { name: 'Classroom', exact: true }).click();
  await expect(page.locator('li[data-row]').first()).toBeVisible();
  await page.reload();
  await expect(page.locator('li[data-row]').first()).toBeVisible();
});

test('at a phone’s width the options of a card are beside its button @detail', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, account, '/students');
  const button = page.getByRole('button', { name: /^Options of/ }).first();
  await button.click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeInViewport({ ratio: 1 });
  const bottom = (box: { y: number; height: number } | null) => box!.y + box!.height;
  expect((await menu.boundingBox())!.y - bottom(await button.boundingBox())).toBeLessThan(10);
  await expectAccessible(page);
  await menu.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(page.getByRole('dialog')).toContainText('Archive');
});

test('a list that cannot be loaded shows an error, and tries again @detail', async ({ page }) => {
  await page.route('**/attendance/teachers/**', (route) =>
    route.fulfill({ status: 500, json: { detail: 'Something went wrong here.' } }),
  );
  await signIn(page, admin, '/teachers');
  await expect(page.getByRole('alert')).toContainText('Error fetching data');
  await expect(page.getByRole('alert')).toContainText('Something went wrong here.');
  await page.unroute('**/attendance/teachers/**');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(row(page, 'Grace')).toBeVisible();
});

test('a record in use is not deleted: the message lists its uses, and it is archived instead @detail', async ({
  page,
}) => {
  await signIn(page, account, '/subjects?search=LEA301');
  await rowOption(page, 'LEA301', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    /This subject is still used by \d+ .*Archive it instead\./,
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Archive instead' }).click();
  await expect(row(page, 'LEA301')).toHaveCount(0);
  await page.getByRole('button', { name: 'Archived' }).click();
  await rowOption(page, 'LEA301', 'Restore');
  await expect(toasted(page, 'Subject restored')).toBeVisible();
});

test('the choice of columns is stored; headings stay while the rows scroll @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/students');
  await expect(page.getByRole('columnheader', { name: 'Batch' })).toBeVisible();
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await expectAccessible(page);
  await page.getByRole('menuitemcheckbox', { name: 'Batch' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Batch' })).toHaveAttribute(
    'aria-checked',
    'false',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('columnheader', { name: 'Batch' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: /^Columns \(\d+ of \d+\)/ })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Batch' })).toHaveCount(0);
  await page.locator('[data-row]').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('columnheader', { name: 'Student ID' })).toBeInViewport();
  await page.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('menuitem', { name: 'Show all' }).click();
  await expect(page.getByRole('columnheader', { name: 'Batch' })).toBeVisible();
});

test('a page past the end explains itself, and links to the last one @detail', async ({ page }) => {
  await signIn(page, admin, '/students?page=400');
  await expect(page.getByText(/There are only \d+ pages/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Go to the last page' }).click();
  await expect(page.locator('[data-row]').first()).toBeVisible();
});
