import { expectAccessible } from './accessibility.ts';
import { expect, grace, signIn, test } from './fixtures.ts';
import { row, rowOption, toasted } from './resources.ts';

test('a note is written, corrected and deleted on the attendance screen', async ({ page }) => {
  await signIn(page, grace, '/dashboard');
  await page
    .locator('article')
    .filter({ hasText: /07:30 – 09:00/ })
    .getByRole('link', { name: 'Start' })
    .click();
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
  // The question appears above its dialog.
  await dialog.getByLabel('Note', { exact: true }).fill('Written by mistake');
  await dialog.getByRole('button', { name: 'Add note' }).click();
  const mistake = dialog.locator('div', { hasText: /^Grace Hall.*Written by mistake$/ }).last();
  await mistake.getByRole('button', { name: /^Delete the note/ }).click();
  await page
    .getByRole('dialog', { name: 'Confirm Deletion' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(dialog.getByText('Written by mistake')).toHaveCount(0);
  await page.keyboard.press('Escape');

  // From a student's row the note is about the student.
  const first = page.locator('tr[data-student]').first();
  const name = (await first.getByRole('button', { name: /^Note on/ }).getAttribute('aria-label'))!;
  const id = (await first.getAttribute('data-student'))!;
  await first.getByRole('button', { name }).click();
  const about = page.getByRole('dialog', { name });
  await about.getByLabel('Note', { exact: true }).fill('Left early for the dentist');
  await about.getByRole('button', { name: 'Add note' }).click();
  await expect(about.getByText('Left early for the dentist')).toBeVisible();
  await page.keyboard.press('Escape');

  // A teacher changes only their own notes.
  await page.goto('/notes?search=window');
  await expect(
    row(page, 'Window is repaired').getByRole('button', { name: /^Options of/ }),
  ).toBeVisible();
  await page.goto('/notes');
  await expect(row(page, 'Omar Haddad').first()).toBeVisible();
  await expect(
    row(page, 'Omar Haddad')
      .first()
      .getByRole('button', { name: /^Options of/ }),
  ).toHaveCount(0);
  await page.goto('/notes?search=window');
  await rowOption(page, 'Window is repaired', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toasted(page, 'Item deleted successfully')).toBeVisible();

  await page.goto(`/students?search=${id}`);
  await page.getByRole('link', { name: id, exact: true }).click();
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText(
    'Left early for the dentist',
  );
});
