import { admin, expect, grace, signIn, test } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { clearToasts, expectFits, exportAs, readCsv, row, toasted } from './resources.ts';

test('a rule lists students with why and what can still be reached; entries are accepted and dismissed', async ({
  page,
}) => {
  await signIn(page, admin, '/red-list-students');
  await page.getByRole('link', { name: 'By rule' }).click();
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

  await page.goto('/red-list-students/computed');
  // The list follows by itself.
  const first = page.locator('tbody tr').first();
  await expect(first).toContainText(/below 85%\d+%/);
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
  await page.goto('/red-list-students/computed?state=dismissed');
  await expect(row(page, dismissed)).toContainText('In hospital until Friday');

  // A forecast is not exported.
  await page.goto('/red-list-students/computed');
  const [record] = await readCsv(await exportAs(page, /CSV of this page/));
  expect(Object.keys(record!)).toContain('May still miss');
  expect(Object.keys(record!)).not.toContain('Ends below');
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

  await page.goto('/red-list-students/computed?why=rate');
  const line = page.locator('tbody tr').filter({ hasText: 'Tutorials: below 95%' }).first();
  const subject = (await line.getByRole('cell').nth(3).textContent())!;
  await expectAccessible(page);
  await line.getByRole('link').first().click();
  await expect(page.getByRole('rowheader', { name: `Tutorials of ${subject}` })).toBeVisible();
  await expectAccessible(page);
});

test('a teacher sees entries of the own students, and decides nothing @detail', async ({
  page,
}) => {
  await signIn(page, grace, '/red-list-students/computed');
  await expect(page.getByRole('heading', { name: 'Red list by rule' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Options/ })).toHaveCount(0);
  await page.goto('/red-list-students/rules');
  await expect(page.getByRole('button', { name: 'Add rule' })).toHaveCount(0);
});

test('it fits a phone @detail', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, admin, '/red-list-students/computed');
  await expect(page.getByRole('heading', { name: 'Red list by rule' })).toBeVisible();
  await expectFits(page);
  await page.goto('/red-list-students/rules');
  await expectFits(page);
  await expectAccessible(page);
});
