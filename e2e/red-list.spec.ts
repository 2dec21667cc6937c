import { admin, expect, grace, signIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import {
  clearToasts,
  confirmed,
  expectFits,
  exportAs,
  field,
  pick,
  readCsv,
  row,
  rowOption,
  toasted,
} from './resources.ts';

test('a rule lists students with why and what can still be reached; entries are accepted and dismissed', async ({
  page,
}) => {
  await signIn(page, admin, '/red-list-students');
  await expect(page.getByText('No rule: only entries by hand are shown.')).toBeVisible();
  await page.getByRole('link', { name: 'Add a rule' }).click();
  await expect(page.getByText('No rule: no student is listed by rule')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(
    dialog.getByText('a percentage, absences in a row or absences in some weeks are required'),
  ).toBeVisible();
  await dialog.getByLabel('Rate below').fill('85');
  await expect(dialog.getByText(/^Lists \d+ entries now, of \d+ students\.$/)).toBeVisible();
  await dialog.getByLabel('Absences in a row').fill('3');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(toasted(page, 'Rule added')).toBeVisible();
  await expect(page.getByText('below 85% after 5 classes, or 3 absences in a row')).toBeVisible();

  await page.goto('/red-list-students');
  // The list follows by itself.
  const first = page.locator('tbody tr').first();
  await expect(first).toContainText(/below 85%(, and by hand)?New\d+%/);
  await expect(first).toContainText('New');
  await expectAccessible(page);
  const dismissed = (await page.locator('tbody tr').nth(1).getByRole('link').textContent())!;

  await first.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('menuitem', { name: 'Accept' }).click();
  await expect(toasted(page, '1 entry accepted')).toBeVisible();
  await expect(first).toContainText('Accepted');
  await clearToasts(page);

  const second = page.locator('tbody tr').nth(1);
  await second.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('menuitem', { name: 'Dismiss…' }).click();
  await page.getByLabel('Reason').fill('In hospital until Friday');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(toasted(page, '1 entry dismissed')).toBeVisible();
  await page.goto('/red-list-students?state=dismissed');
  await expect(row(page, dismissed)).toContainText('In hospital until Friday');

  // A forecast is not exported.
  await page.goto('/red-list-students');
  const [record] = await readCsv(await exportAs(page, /CSV of this page/));
  expect(Object.keys(record!)).toContain('May still miss');
  expect(Object.values(record!).join()).not.toMatch(/stays above|end(s)? below/i);
});

test('an entry by hand stands beside the rate of its marks, and alone is edited and archived', async ({
  page,
}) => {
  await signIn(page, admin, '/red-list-students/add');
  await pick(page, 'Student', 'S260017');
  await pick(page, 'Subject', 'NUR101');
  await field(page, 'Attendance percentage').fill('41.5');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toasted(page, 'Red List Student added successfully')).toBeVisible();
  await page.goto('/red-list-students?search=S260017');
  const line = row(page, 'S260017');
  await expect(line).toContainText('41.5%on 18 Nov');
  await expect(line).toContainText('Entered by hand');
  await expect(line).toContainText(/by hand9\d%/);

  await rowOption(page, 'S260017', 'Archive');
  await confirmed(page, 'Archive');
  await expect(toasted(page, 'Red list student archived')).toBeVisible();
  await expect(line).toHaveCount(0);
  await page.getByRole('button', { name: 'Archived' }).click();
  await expect(line).toContainText('41.5%');
});

test('a rule for tutorials counts them alone, and is named on the list and on the student’s page @detail', async ({
  page,
}) => {
  await signIn(page, admin, '/red-list-students/rules');
  await page.getByRole('button', { name: 'Add rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Class type' }).click();
  await page.getByRole('option', { name: 'Tutorial', exact: true }).click();
  await dialog.getByLabel('Rate below').fill('95');
  await expect(dialog.getByText(/^Lists [1-9]\d* entries now, of \d+ students\.$/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await expect(page.getByText('Tutorials of every subject')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/red-list-students?why=rate');
  const line = page.locator('tbody tr').filter({ hasText: 'Tutorials: below 95%' }).first();
  const subject = (await line.getByRole('cell').nth(3).innerText()).replaceAll(/\s+/g, ' ');
  await expectAccessible(page);
  await line.getByRole('link').first().click();
  await expect(page.getByRole('rowheader', { name: `Tutorials of ${subject}` })).toBeVisible();
  await expectAccessible(page);
});

test('a teacher sees entries of the own students, and decides nothing @detail', async ({
  page,
}) => {
  await signIn(page, grace, '/red-list-students');
  await expect(page.getByRole('heading', { name: 'Red List Students' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Options/ })).toHaveCount(0);
  await page.goto('/red-list-students/rules');
  await expect(page.getByRole('button', { name: 'Add rule' })).toHaveCount(0);
});

test('it fits a phone @detail', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, admin, '/red-list-students');
  await expect(page.getByRole('heading', { name: 'Red List Students' })).toBeVisible();
  await expectFits(page);
  await page.goto('/red-list-students/rules');
  await expectFits(page);
  await expectAccessible(page);
});
